"""The table of answers: the first row whose words stand in the answer decides its kind.

`N` in the boards' facts is a number, `…` any run of characters. Order is meaning: do not sort.
"""

from __future__ import annotations

import re

from parsers.model import Answer

_ROWS: tuple[tuple[str, Answer], ...] = (
    ("您当前的访问请求当中含有非法字符", Answer.FORMHASH),
    ("Database Error", Answer.DB_DOWN),
    ("Can not connect to MySQL server", Answer.DB_DOWN),
    ("System Error", Answer.SERVER_ERROR),
    ("Cache List:", Answer.CACHE_WARMING),
    ("频繁刷新限制|页面重载开启", Answer.ROBOT_REFUSED),
    ("Request Bad url", Answer.OTHER),
    ("来路不正确", Answer.FORMHASH),
    ("请勿重复提交", Answer.DUPLICATE),
    (r"用户组\(游客\)无法进行此操作", Answer.LOGIN_REQUIRED),
    (r"用户组\(.{0,80}?\)无法进行此操作", Answer.GROUP_REFUSED),
    ("您尚未登录|您还未登录|您还没有登录|您需要先登录|请先登录后才能", Answer.LOGIN_REQUIRED),
    ("您的[账帐]号处于非激活状态", Answer.SUCCEEDED),
    ("未在本论坛激活", Answer.LOGIN_FAILED),
    ("存在安全隐患", Answer.LOGIN_FAILED),
    ("短消息太快|短消息间隔太短", Answer.PM_FLOOD),
    ("24小时内两人会话的上限|24小时内发短消息数量的上限|24小时最大发送短消息数", Answer.PM_FLOOD),
    (r"间隔少于 ?\d+ ?秒", Answer.FLOOD),
    (r"在 ?\d+ ?秒内只能进行一次搜索", Answer.FLOOD),
    ("每小时限制发|每小时最多只能发表", Answer.HOURLY_LIMIT),
    (r"小于 ?\d+ ?个字符的限制", Answer.TOO_SHORT),
    (r"超过 ?\d+ ?个字符|标题超过最大字符限制", Answer.TOO_LONG),
    ("没有输入标题或内容|尚未输入标题或内容", Answer.TOO_SHORT),
    ("没有填写短消息内容|不能发送空消息", Answer.TOO_SHORT),
    ("主题自动关闭", Answer.THREAD_CLOSED),
    ("本主题已关闭", Answer.THREAD_CLOSED),
    ("主题不存在或已被删除", Answer.THREAD_MISSING),
    ("指定的版块不存在|指定的论坛不存在|目标版块不存在", Answer.BOARD_MISSING),
    ("用户空间不存在|用户不存在|收件人不存在|收件人 .{0,80}? 不存在", Answer.USER_MISSING),
    ("块需要密码|坛需要密码", Answer.BOARD_PASSWORD),
    ("要求阅读权限高于", Answer.READ_PERMISSION),
    ("请选择安全提问|请填写安全提问|安全提问选择错误|安全提问答案填写错误", Answer.QUESTION_REQUIRED),
    (r"登录失败，您还可以尝试 ?\d+ ?次", Answer.LOGIN_FAILED),
    ("用户名无效，密码错误", Answer.LOGIN_FAILED),
    ("密码空或包含非法字符", Answer.LOGIN_FAILED),
    ("密码错误次数过多|次错误尝试", Answer.LOGIN_LOCKED),
    ("请输入验证码后继续登录|验证码填写错误|验证码不正确", Answer.CAPTCHA),
    ("验证问答填写错误|验证问答回答错误", Answer.CAPTCHA),
    ("您的账号被禁用，暂无法访问", Answer.BANNED),
    ("IP 地址不在", Answer.IP_BANNED),
    ("见习期间|注册时间起", Answer.NEWBIE),
    ("需要设置自己的头像|需要验证激活自己的邮箱|个好友之后才能", Answer.NEWBIE),
    ("敏感词|不良内容", Answer.CENSORED),
    ("不能进行此操作或访问此页面", Answer.HOURS),
    ("需要审核|进行审核", Answer.MODERATED),
    ("不能给自己发|没有权限发短消息|只接收好友|屏蔽了您", Answer.PM_REFUSED),
    ("不能给非好友批量发送", Answer.PM_REFUSED),
    ("不能再进行编辑", Answer.NO_PERMISSION),
    ("没有权限编辑他人|无权编辑他人|没有权力编辑他人", Answer.NO_PERMISSION),
    ("没有权限使用管理功能", Answer.NO_PERMISSION),
    (r"没有权限使用 \[hide\] 代码|没有权限发表 URL", Answer.NO_PERMISSION),
    ("没有权限|无权访问|无权在|特定用户组可以访问|本版块禁止发帖", Answer.NO_PERMISSION),
    ("尚未选择主题的类别|没有选择主题的类别", Answer.OTHER),
    ("尚未选择主题或主题不可执行此类管理|没有选择主题|没有选择要删除的帖子", Answer.NOTHING_DONE),
    ("请输入原因", Answer.NOTHING_DONE),
    ("目标版块需要内容审核", Answer.NOTHING_DONE),
    ("站点暂时关闭|论坛暂时关闭|维护中|升级中", Answer.BOARD_CLOSED),
    ("欢迎您回来", Answer.SUCCEEDED),
    ("您已退出", Answer.SUCCEEDED),
    ("发布成功|主题已发布|回复已经发布|主题已经发布", Answer.SUCCEEDED),
    ("帖子编辑成功|您的帖子编辑成功|主题删除成功", Answer.SUCCEEDED),
    ("管理操作成功", Answer.SUCCEEDED),
    ("短消息发送成功|进行的短消息操作成功|短消息已发送完成", Answer.SUCCEEDED),
    ("操作成功|帖子点评成功|感谢您的参与|搜索成功完成", Answer.SUCCEEDED),
    ("未定义操作|重复评分|请输入正确的分值|该用户名已注册", Answer.OTHER),
)

_API: dict[str, Answer] = {
    "login_invalid": Answer.LOGIN_FAILED,
    "login_password_invalid": Answer.LOGIN_FAILED,
    "login_strike": Answer.LOGIN_LOCKED,
    "login_question_empty": Answer.QUESTION_REQUIRED,
    "login_question_invalid": Answer.QUESTION_REQUIRED,
    "post_reply_mod_succeed": Answer.MODERATED,
    "post_newthread_mod_succeed": Answer.MODERATED,
    "post_edit_mod_succeed": Answer.MODERATED,
    "do_success": Answer.SUCCEEDED,
    "post_message_tooshort": Answer.TOO_SHORT,
    "post_sm_isnull": Answer.TOO_SHORT,
    "post_message_toolong": Answer.TOO_LONG,
    "post_subject_toolong": Answer.TOO_LONG,
    "post_flood_ctrl": Answer.FLOOD,
    "post_flood_ctrl_posts_per_hour": Answer.HOURLY_LIMIT,
    "post_flood_ctrl_threads_per_hour": Answer.HOURLY_LIMIT,
    "post_thread_closed": Answer.THREAD_CLOSED,
    "post_thread_closed_by_dateline": Answer.THREAD_CLOSED,
    "thread_nonexistence": Answer.THREAD_MISSING,
    "forum_nonexistence": Answer.BOARD_MISSING,
    "space_does_not_exist": Answer.USER_MISSING,
    "submit_seccode_invalid": Answer.CAPTCHA,
    "submit_secqaa_invalid": Answer.CAPTCHA,
    "login_seccheck": Answer.CAPTCHA,
    "login_seccheck2": Answer.CAPTCHA,
    "submit_invalid": Answer.FORMHASH,
    "word_banned": Answer.CENSORED,
    "user_banned": Answer.BANNED,
    "board_closed": Answer.BOARD_CLOSED,
    "not_loggedin": Answer.LOGIN_REQUIRED,
    "to_login": Answer.LOGIN_REQUIRED,
    "post_newbie_span": Answer.NEWBIE,
    "thread_nopermission": Answer.READ_PERMISSION,
}
"""Keys of X's JSON answers: the same in every language."""


def kind_of(text: str) -> Answer | None:
    """The first row that fits the answer's words, or None."""
    for pattern, kind in _ROWS:
        if re.search(pattern, text):  # the patterns stay in the cache of re
            return kind
    return None


def kind_of_key(key: str) -> Answer | None:
    """The kind of a JSON answer's key, or None."""
    if key in _API:
        return _API[key]
    if key.endswith("_succeed"):
        return Answer.SUCCEEDED
    if key.endswith("_login_nopermission"):
        return Answer.LOGIN_REQUIRED
    return Answer.NO_PERMISSION if key.endswith("nopermission") else None
