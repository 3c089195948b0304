"""Configures the documentation site, which `./run docs` builds into build/docs."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from clew import __version__

project = "Clew"
author = "The Clew developers"
copyright = "The Clew developers, MIT License"
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "docs.site_pages"]
exclude_patterns = ["images", "course/staff"]
myst_heading_anchors = 4
myst_enable_extensions = ["html_image"]
default_role = "code"  # docstrings put code between single backquotes
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
suppress_warnings = ["myst.strikethrough"]

html_theme = "furo"
html_title = "Clew"
html_static_path = ["site_static"]
html_css_files = ["site.css"]
html_extra_path = ["_made/extra"]
html_favicon = "../src/clew/web/static/icon.svg"
html_copy_source = False
html_show_sourcelink = False
