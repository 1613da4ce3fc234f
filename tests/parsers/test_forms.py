"""Forms as a browser sends them, and what they ask of a person."""

from __future__ import annotations

from pathlib import Path

import pytest

from parsers.forms import CaptchaAsked, has_box, read_captcha, read_form, read_types
from parsers.profile import read_member_list, read_profile

EDITOR = """<form id="search" action="search.php"><input name="message" type="hidden" value="no"></form>
<form method="post" id="postform" action="forum.php?mod=post&amp;action=edit&amp;editsubmit=yes">
<input type="hidden" name="formhash" value="0123abcd"><input name="subject" value="标题 &quot;一&quot;">
<select name="typeid"><option value="0">分类</option><option value="4" selected>投票</option></select>
<select name="readperm"><option value="">不限</option><option value="10">十</option></select>
<input type="checkbox" name="hiddenreplies" value="1" checked><input type="checkbox" name="ordertype" value="1">
<input type="checkbox" name="htmlon" value="0" disabled checked><input type="radio" name="r" value="a">
<input type="radio" name="r" value="b" checked><input type="submit" name="go" value="yes"><input type="file" name="f">
<textarea name="message">
 第一行 &amp;amp; [b]粗[/b]
第二行</textarea><button name="b" value="1">x</button></form>"""


def test_every_field_that_a_browser_would_send_and_no_other() -> None:
    form = read_form(EDITOR, holds="message", action="action=edit")
    assert form is not None
    assert form.action == "forum.php?mod=post&action=edit&editsubmit=yes"
    assert form.fields == {
        "formhash": "0123abcd",
        "subject": '标题 "一"',
        "typeid": "4",
        "readperm": "",
        "hiddenreplies": "1",
        "r": "b",
        "message": " 第一行 &amp; [b]粗[/b]\n第二行",
    }


def test_a_form_that_is_not_there() -> None:
    assert read_form(EDITOR, holds="password") is None
    assert read_form(EDITOR, holds="message", action="action=reply") is None


def test_a_form_in_a_window() -> None:
    body = "<?xml version=\"1.0\"?><root><![CDATA[<form name='login' action='member.php?a=1&amp;loginhash=Lx9'><input name=password></form>]]></root>"
    form = read_form(body, holds="password")
    assert form is not None
    assert (form.action, form.name) == ("member.php?a=1&loginhash=Lx9", "login")


def test_types_and_boxes() -> None:
    assert read_types(EDITOR) == ((4, "投票"),)
    assert read_types("<p></p>") == ()
    assert has_box(EDITOR, "hiddenreplies")
    assert not has_box(EDITOR, "htmlon")


@pytest.mark.parametrize(
    ("html", "asked"),
    [
        ("<span id=\"seccode_cSa1\"></span><script>updateseccode('cSa1', '<div>', 'forum::post');</script>",
         CaptchaAsked(idhash="cSa1", modid="forum::post")),
        ('<span id="secqaa_qSb2"></span>', CaptchaAsked(idhash="qSb2", question=True)),
        ('<input type="text" name="seccodeverify">', CaptchaAsked()),
        ("<p>seccode_cSa1</p>", None),
    ],
)  # fmt: skip
def test_captchas(html: str, asked: CaptchaAsked | None) -> None:
    assert read_captcha(html) == asked


def test_profiles() -> None:
    x = '<h2 class="mbn">\n甲_1<span class="olicon"></span>&nbsp;<span class="xw0">(UID: 41)</span></h2>'
    seven = "<h1>乙 <img></h1><ul><li>(UID: 7)</li></ul>"
    assert read_profile(x) == (41, "甲_1")
    assert read_profile(seven) == (7, "乙")
    assert read_profile("<h1>(UID: 3)</h1>") is None
    assert read_member_list('<a href="space.php?uid=11" class="bold">丙</a>') == ((11, "丙"),)


def test_captured_forms(captures: Path) -> None:
    def load(file: str, encoding: str = "utf-8") -> str:
        return (captures / file).read_bytes().decode(encoding, "replace")

    form = read_form(load("x35/edit_form.html"), holds="message")
    assert form is not None
    assert len(form.fields["message"]) == 12
    assert (form.fields["pid"], form.fields["delete"], form.fields["usesig"]) == ("26", "0", "1")
    form = read_form(load("x35/login_form.html"), holds="password", action="action=login")
    assert form is not None
    assert "loginhash=LKMC5" in form.action
    form = read_form(load("d72/121-edit-form-own.html", "gb18030"), holds="message")
    assert form is not None
    assert (len(form.fields["message"]), "delete" in form.fields) == (9, False)
    assert [number for number, _ in read_types(load("d72/115-newthread-form.html", "gb18030"))] == [1, 2, 3]
    for file, encoding, uid in (
        ("x35/profile_username_space.html", "utf-8", 12),
        ("d72/087-space-username-mod.html", "gb18030", 3),
    ):
        found = read_profile(load(file, encoding))
        assert found is not None
        assert found[0] == uid
        assert found[1]
