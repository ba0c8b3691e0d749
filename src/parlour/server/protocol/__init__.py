"""The messages between server and clients, each defined once; TypeScript and OpenAPI are generated from them."""
