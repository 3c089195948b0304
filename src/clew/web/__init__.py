"""The web app: a local server with a JSON API, and the pages that use it. It contains no rules."""
