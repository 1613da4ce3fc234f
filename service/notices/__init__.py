"""What the judge says, as text: templates, neutralised words, marks, parts. Pure rendering."""

from service.notices.mark import mark_of
from service.notices.render import Renderer
from service.notices.split import split_text

__all__ = ["Renderer", "mark_of", "split_text"]
