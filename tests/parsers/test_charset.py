"""Bytes to text: header, mark, declaration, and what is broken."""

from __future__ import annotations

import pytest

from parsers.charset import clean, decode

META = '<meta http-equiv="Content-Type" content="text/html; charset=gbk" />'
XML = '<?xml version="1.0" encoding="gbk"?><root><![CDATA[青瓷]]></root>'


@pytest.mark.parametrize(
    ("content", "header", "text", "charset"),
    [
        ("青瓷".encode("gbk"), "text/html; charset=gbk", "青瓷", "gbk"),
        ("青瓷".encode("gb18030"), "text/html; charset=GB2312", "青瓷", "gbk"),
        (f"{META}青瓷é㈱".encode("gb18030"), "text/html", f"{META}青瓷é㈱", "gbk"),
        (f"{META}青瓷".encode("gbk"), "text/html; charset=ISO-8859-1", f"{META}青瓷", "gbk"),
        (f"{META}青瓷".encode(), "text/html; charset=utf-8", f"{META}青瓷", "utf-8"),
        (XML.encode("gbk"), None, XML, "gbk"),
        ("\ufeff青瓷".encode(), None, "青瓷", "utf-8"),
        ("青瓷".encode("utf-16"), None, "青瓷", "utf-16-le"),
        ("青瓷".encode(), None, "青瓷", "utf-8"),
        ("張三豐".encode("big5"), "text/html; charset=Big5", "張三豐", "big5"),
        ("青瓷".encode(), "text/html; charset=rot13", "青瓷", "utf-8"),
        ("青瓷".encode(), "text/html; charset=base64", "青瓷", "utf-8"),
        ("青瓷".encode(), "text/html; charset=idna", "青瓷", "utf-8"),
        ("青瓷".encode(), "text/html; charset=没有", "青瓷", "utf-8"),
        (b"", None, "", "utf-8"),
    ],
)
def test_decoding(content: bytes, header: str | None, text: str, charset: str) -> None:
    assert decode(content, header) == (text, charset)


def test_what_does_not_decode_is_replaced() -> None:
    assert decode(b"a\xffb\x80c", "text/html; charset=utf-8")[0] == "a\ufffdb\ufffdc"
    text, charset = decode("投票".encode("gbk") + b"\x80", "text/html; charset=gbk")
    assert (text[:2], charset) == ("投票", "gbk")


def test_a_post_cannot_declare_the_charset() -> None:
    page = b"<html>" + b" " * 5000 + '<p>&lt;meta charset="gbk"&gt; charset=gbk 青瓷</p>'.encode()
    assert decode(page)[1] == "utf-8"


def test_nuls_and_lone_surrogates() -> None:
    assert clean("a\0b\ud83dc\ud83d\ude00") == "ab\ufffdc😀"
    assert decode(b"a\0b")[0] == "ab"
