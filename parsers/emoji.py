"""Unicode emoji in a text: single ones, with skin tones, flags, keycaps, families bound by joiners."""

from __future__ import annotations

import re

_SHOWN = (  # shown as pictures by themselves
    "\u231a\u231b\u23e9-\u23ec\u23f0\u23f3\u25fd\u25fe\u2614\u2615\u2648-\u2653\u267f\u2693\u26a1\u26aa\u26ab\u26bd\u26be"
    "\u26c4\u26c5\u26ce\u26d4\u26ea\u26f2\u26f3\u26f5\u26fa\u26fd\u2705\u270a\u270b\u2728\u274c\u274e\u2753-\u2755\u2757"
    "\u2795-\u2797\u27b0\u27bf\u2b1b\u2b1c\u2b50\u2b55\U0001f004\U0001f0cf\U0001f18e\U0001f191-\U0001f19a\U0001f201"
    "\U0001f21a\U0001f22f\U0001f232-\U0001f236\U0001f238-\U0001f23a\U0001f250\U0001f251\U0001f300-\U0001f64f"
    "\U0001f680-\U0001f6ff\U0001f7e0-\U0001f7f0\U0001f900-\U0001f9ff\U0001fa70-\U0001faff"
)
_PICTURES = (  # faces, hearts, hands, weather: pictures even where no selector asks for one
    "\u2600-\u2604\u260e\u2618\u261d\u2620\u2622\u2623\u2638-\u263a\u2660\u2663\u2665\u2666\u2668\u2692-\u2697\u26b0\u26b1"
    "\u26c8\u26cf\u26d1\u26d3\u26e9\u26f0\u26f1\u26f4\u26f7-\u26f9\u2702\u2708\u2709\u270c\u270d\u270f\u2744\u2763\u2764"
    "\U0001f170\U0001f171\U0001f17e\U0001f17f\U0001f202\U0001f237"
)
_SIGNS = "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u2328\u23cf-\u23fa\u24c2\u25aa-\u25fc\u2611-\u27a1\u2934\u2935\u2b05-\u2b07\u3030\u303d\u3297\u3299"
_ONE = (
    rf"(?:[{_SHOWN}{_PICTURES}][\ufe0e\ufe0f]?[\U0001f3fb-\U0001f3ff]?|[{_SIGNS}]\ufe0f|[0-9#*]\ufe0f\u20e3"
    rf"|[\U0001f1e6-\U0001f1ff]{{2}})[\U000e0020-\U000e007f]{{0,16}}"
)
EMOJI = re.compile(rf"{_ONE}(?:\u200d{_ONE}){{0,8}}")
"""One emoji, however many code points it takes."""
