"""The pages without a server: files for any web host, where Python runs in the browser."""
