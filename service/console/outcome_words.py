"""A board's refusal for a person: what it means, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping

from parsers.model import Answer
from service.errors import BoardUnreachable, Outcome, Refused, ServiceError

_MEANING: Mapping[Answer, tuple[str, str]] = {
    Answer.LOGIN_FAILED: ("用户名、密码或安全提问不对", "改正 .env 里的账号，再运行 panguan login"),
    Answer.QUESTION_REQUIRED: ("账号设有安全提问", "在 .env 里写明 …_QUESTION 与 …_ANSWER"),
    Answer.CAPTCHA: ("登录要验证码", "运行 panguan login，看图输入；或用 panguan login --cookie -"),
    Answer.LOGIN_LOCKED: ("试错次数过多，论坛暂时锁住登录", "等 15 分钟再运行 panguan login"),
    Answer.LOGIN_REQUIRED: ("要登录才能看", "检查 .env 里的账号"),
    Answer.BANNED: ("账号被禁止访问", "请论坛管理员解除"),
    Answer.IP_BANNED: ("账号或这台机器的地址被禁止访问", "请论坛管理员解除"),
    Answer.GROUP_REFUSED: ("账号所在的用户组不许这样做", "请论坛管理员调整用户组（新账号或须先激活）"),
    Answer.NEWBIE: ("新账号还在见习期", "等见习期过去，或请论坛管理员调整"),
    Answer.NO_PERMISSION: ("没有权限", "请论坛管理员给账号权限，或核对 fid"),
    Answer.READ_PERMISSION: ("阅读权限不够", "请论坛管理员给账号阅读权限"),
    Answer.BOARD_PASSWORD: ("版块设有密码", "换一个版块，或请管理员去掉密码"),
    Answer.BOARD_MISSING: ("没有这个版块", "核对 game.toml 里 [board] 的 forum（fid）"),
    Answer.THREAD_MISSING: ("没有这个主题", "核对帖子的地址"),
    Answer.USER_MISSING: ("没有这个会员", "核对名字，要与账号一字不差"),
    Answer.BOARD_CLOSED: ("论坛关闭了", "等论坛重新开放"),
    Answer.HOURS: ("论坛在这个时段不开放", "等时段过去"),
    Answer.DB_DOWN: ("论坛的数据库出错", "稍后再试"),
    Answer.SERVER_ERROR: ("论坛没有正常回答", "稍后再试"),
    Answer.ROBOT_REFUSED: ("论坛拒绝程序访问", "请论坛管理员放行"),
    Answer.PM_REFUSED: ("对方不收私信", "请对方在隐私设置里放开"),
}


def told(outcome: Outcome) -> tuple[str, str]:
    """What it means with the board's own words, and the remedy; the remedy may be empty."""
    meaning, todo = _MEANING.get(outcome.kind, ("", ""))
    words = " ".join(outcome.text.split())[:200]
    own = words if any(ord(sign) > 0x2E7F for sign in words) else ""
    left = f"，还可以再试 {outcome.tries_left} 次" if outcome.tries_left is not None else ""
    detail = f"{meaning}（论坛说：{own}）" if meaning and own else meaning or words or outcome.kind.value
    return detail + left, todo


def told_error(error: ServiceError) -> tuple[str, str]:
    """The same for whatever a look at a board may raise."""
    if isinstance(error, Refused):
        return told(error.outcome)
    if isinstance(error, BoardUnreachable):
        return f"连不上论坛：{' '.join(str(error).split())[:200]}", "检查网址、网络与证书，或稍后再试"
    return " ".join(str(error).split()), ""
