"""The HTML door: pages and forms. Each view calls a selector or a service and renders."""
