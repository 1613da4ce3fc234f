"""The messages of X, by the reasons of `refusal.Refusal`."""

from __future__ import annotations

from practice.records import GROUP_TITLES
from practice.refusal import Refusal

TEXTS: dict[str, str] = {
    "login_failed": "登录失败，您还可以尝试 {tries} 次",
    "login_locked": "密码错误次数过多，请 {minutes} 分钟后重新登录",
    "illegal_password": "抱歉，密码空或包含非法字符",
    "question_needed": "请选择安全提问以及填写正确的答案",
    "question_wrong": "请选择安全提问以及填写正确的答案",
    "captcha": "抱歉，验证码填写错误",
    "thread_missing": "抱歉，指定的主题不存在或已被删除或正在被审核",
    "post_missing": "没有找到帖子",
    "edit_missing": "帖子不存在",
    "board_missing": "抱歉，指定的版块不存在",
    "no_reading": "抱歉，您没有权限访问该版块",
    "group_refused": "抱歉，您所在的用户组({group})无法进行此操作",
    "reply_login": "抱歉，您尚未登录，没有权限在该版块回帖",
    "thread_login": "抱歉，您尚未登录，没有权限在该版块发帖",
    "edit_login": "抱歉，您没有权限编辑他人发表的帖子",
    "login_first": "您需要先登录才能继续本操作",
    "profile_login": "抱歉，您需要登录后才能查看",
    "read_login": "请先登录后才能继续浏览",
    "empty": "抱歉，您尚未输入标题或内容",
    "too_short": "抱歉，您的帖子小于 {limit} 个字符的限制",
    "too_long": "抱歉，您的帖子超过 {limit} 个字符的限制",
    "subject_long": "抱歉，您的标题超过最大字符限制，请缩短标题后再试",
    "flood": "抱歉，您两次发表间隔少于 {seconds} 秒，请稍候再发表",
    "hourly": "抱歉，您所在的用户组每小时限制发回帖 {limit} 个，请稍候再发表",
    "thread_closed": "抱歉，本主题已关闭，不再接受新内容",
    "censored": "抱歉，您填写的内容包含敏感词而无法提交",
    "edit_others": "抱歉，您没有权限编辑他人发表的帖子",
    "edit_late": "抱歉，您的帖子从发表到现在已超过 {minutes} 分钟，不能再进行编辑",
    "submit_invalid": "抱歉，您的请求来路不正确或表单验证串不符，无法提交",
    "not_moderator": "抱歉，您没有权限使用管理功能",
    "nothing_chosen": "抱歉，您尚未选择主题或主题不可执行此类管理",
    "no_operation": "抱歉，您尚未选择操作项目",
    "no_target": "抱歉，目标版块不存在",
    "no_receiver": "抱歉，用户不存在或被冻结，请检查用户uid是否正确",
    "no_receiver_name": "抱歉，用户不存在或被冻结，请检查用户名是否正确",
    "pm_self": "抱歉，您不能给自己发短消息",
    "pm_empty": "抱歉，不能发送空消息",
    "pm_flood": "两次发送短消息太快，请稍候再发送",
    "no_space": "抱歉，您指定的用户空间不存在",
    "undefined": "未定义操作",
    "banned": "抱歉，您的 IP 地址不在允许范围内，或您的账号被禁用，无法访问本站点",
    "closed_site": "抱歉，本站点暂时关闭，详情请 联系管理员",
    "hours": "抱歉，管理员设置了每日 {hours} 不能进行此操作或访问此页面，请其他时间再试",
}
_SCRIPT_VALUES: dict[str, dict[str, str]] = {
    "login_failed": {"loginperm": "tries"},
    "flood": {"floodctrl": "seconds"},
    "question_needed": {"loginperm": "tries"},
    "question_wrong": {"loginperm": "tries"},
    "too_short": {"minpostsize": "limit", "maxpostsize": "most"},
    "too_long": {"minpostsize": "least", "maxpostsize": "limit"},
    "censored": {"wordbanned": "word"},
    "group_refused": {"grouptitle": "group"},
}
ASKS_LOGIN = frozenset(
    {"reply_login", "thread_login", "login_first", "read_login", "profile_login", "closed_site"}
)
STRAY_TAGS = frozenset({"no_reading", "reply_login", "thread_login"})
REPLIED = "非常感谢，回复发布成功，现在将转入主题页，请稍候……[ 点击这里转入主题列表 ]"
OPENED = "非常感谢，您的主题已发布，现在将转入主题页，请稍候……[ 点击这里转入主题列表 ]"
EDITED = "帖子编辑成功，现在将转入主题页，请稍候……[ 点击这里转入主题列表 ]"
DELETED = "主题删除成功 "
MODERATED = "管理操作成功 "
REPLY_HELD = "回复需要审核，请等待通过"
THREAD_HELD = "新主题需要审核，您的帖子通过审核后才能显示"
LOGGED_OUT = "您已退出站点，现在将以游客身份转入退出前页面，请稍候……"
TAINTED = "您当前的访问请求当中含有非法字符，已经被系统拒绝"
QUESTIONS = (
    "安全提问(未设置请忽略)",
    "母亲的名字",
    "爷爷的名字",
    "父亲出生的城市",
    "您其中一位老师的名字",
    "您个人计算机的型号",
    "您最喜欢的餐馆名称",
    "驾驶执照最后四位数字",
)


def spoken(refusal: Refusal) -> tuple[str, dict[str, str]]:
    """A refusal's text, and the values that the script of an XML answer carries."""
    values = {key: str(value) for key, value in refusal.values.items()}
    if "group" in values:
        values["group"] = GROUP_TITLES[values["group"]]
    script = {
        name: values[key] for name, key in _SCRIPT_VALUES.get(refusal.reason, {}).items() if key in values
    }
    return TEXTS[refusal.reason].format(**values), script
