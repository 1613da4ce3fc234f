"""The messages of 7.2 and 7.0, by the reasons of `refusal.Refusal`."""

from __future__ import annotations

from practice.records import GROUP_TITLES
from practice.refusal import Refusal

TEXTS: dict[str, str] = {
    "login_failed": "登录失败，您还可以尝试 {tries} 次",
    "login_locked": "密码错误次数过多，请 {minutes} 分钟后重新登录",
    "question_needed": "请填写安全提问以及正确的答案",
    "question_wrong": "安全提问选择错误，请重新填写",
    "captcha": "您输入的验证码不正确，无法提交，请返回修改。",
    "thread_missing": "指定的主题不存在或已被删除或正在被审核，请返回。",
    "board_missing": "指定的版块不存在，请返回。",
    "no_reading": '对不起，您无权访问该版块，详细请<a href="faq.php?action=credits" target="_blank">点击这里查看</a>',
    "group_refused": "您所在的用户组({group})无法进行此操作。",
    "reply_login": "对不起，您还未登录，无权在该版块回帖。",
    "thread_login": "对不起，您还未登录，无权在该版块发帖。",
    "edit_login": "对不起，您无权编辑他人发表的帖子，请返回。",
    "login_first": "对不起，您还未登录，无法进行此操作。",
    "empty": "您没有输入标题或内容，请返回填写。",
    "too_short": "对不起，您的帖子小于 {limit} 个字符的限制，请返回修改。",
    "too_long": "对不起，您的帖子超过 {limit} 个字符的限制，请返回修改。",
    "subject_long": "对不起，您的标题超过 {limit} 个字符，请返回修改标题长度。",
    "flood": "对不起，您两次发表间隔少于 {seconds} 秒，请不要灌水！",
    "hourly": "对不起，本站规定会员每小时最多只能发表 {limit} 个帖子。",
    "thread_closed": "对不起，本主题已关闭，不再接受新回复，请返回。",
    "censored": "对不起，您填写的内容(如签名、帖子、短消息等)包含不良内容而无法提交，请返回修改。",
    "edit_others": "对不起，您无权编辑他人发表的帖子，请返回。",
    "edit_late": "对不起，您的帖子从发表到现在已超过 {minutes} 分钟，不能再进行编辑，请返回。",
    "submit_invalid": "您的请求来路不正确，无法提交。",
    "not_moderator": "您没有权限使用管理功能。",
    "nothing_chosen": "您没有选择主题。",
    "no_operation": "您没有选择操作，请返回修改。",
    "no_target": "您没有选择目标版块，请返回修改。",
    "no_receiver": "收件人不存在或存在重复，请返回修改。",
    "pm_self": "您不能给自己发消息，请返回修改。",
    "pm_empty": "您没有填写短消息内容，请返回。",
    "pm_flood": "对不起，您两次发送短消息间隔太短，请返回。",
    "no_space": "指定的用户不存在或已被删除，请返回。",
    "undefined": "未定义操作，请返回。",
    "banned": "对不起，您的 IP 地址不在被允许的范围内，或您的账号被禁用，无法访问本论坛。",
    "closed_site": "{text}",
    "hours": "对不起，管理员设置了每日 {hours} 不能进行此操作或访问此页面，请其他时间再试。",
}
CLOSED = "对不起，本论坛暂时关闭，请稍候再访问"
# These stand in the frame "您无权进行当前操作", with a log-in form for guests.
NO_PERMISSION = frozenset(
    {
        "no_reading",
        "group_refused",
        "reply_login",
        "thread_login",
        "login_first",
        "banned",
        "closed_site",
        "hours",
    }
)
NOT_FOUND = frozenset({"thread_missing", "board_missing", "no_space"})
REPLIED = "非常感谢，您的回复已经发布，现在将转入主题页。"
TO_LIST = '<br /><a href="forumdisplay.php?fid={fid}">[ 需要转入主题列表请点击这里 ]</a>'
OPENED = "非常感谢，您的主题已经发布，现在将转入主题页。"
EDITED = "您的帖子编辑成功，现在将转入主题页。"
MODERATED = "管理操作成功，现在将返回论坛。"
REPLY_HELD = (
    "非常感谢，管理员设置了需要对新回复进行审核，您的帖子通过审核后将被显示出来，现在将转入主题列表。"
)
THREAD_HELD = "管理员设置了对新主题进行审核，您的帖子通过审核后才会显示。"
LOGGED_OUT = "您已退出论坛，现在将以游客身份转入退出前页面。"
PM_SENT = "短消息发送成功。"
FRAME_72 = "您无权进行当前操作，原因如下："
FRAME_70 = "您无权进行当前操作，这可能因以下原因之一造成"
QUESTIONS = (
    "安全提问",
    "母亲的名字",
    "爷爷的名字",
    "父亲出生的城市",
    "您其中一位老师的名字",
    "您个人计算机的型号",
    "您最喜欢的餐馆名称",
    "驾驶执照的最后四位数字",
)


def spoken(refusal: Refusal) -> str:
    """A refusal's text."""
    values = {key: str(value) for key, value in refusal.values.items()}
    if "group" in values:
        values["group"] = GROUP_TITLES[values["group"]]
    if refusal.reason == "closed_site":
        values.setdefault("text", CLOSED)
    return TEXTS[refusal.reason].format(**values)
