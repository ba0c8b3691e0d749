"""The built browser client, in `dist/`."""
