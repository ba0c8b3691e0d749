"""The addresses of the HTTP interface. Imports no web server: a page without one uses them too."""

from functools import cache

import msgspec
from starlette.convertors import PathConvertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from parlour.server.http.endpoints import endpoints
from parlour.server.http.openapi import describe
from parlour.server.http.responses import answer, guarded
from parlour.server.http.service import Service
from parlour.server.log.decide import Refused


class Anything(PathConvertor):
    """The rest of an address. Starlette's own `path` ends at a line break."""

    regex = r"[\s\S]*"


register_url_convertor("anything", Anything())


def http_routes(service: Service, *more: BaseRoute) -> list[BaseRoute]:
    """Every address of the interface, and more in front of the response for unknown ones."""
    interface = endpoints(service)

    described = cache(lambda: msgspec.json.encode(describe(interface)))  # takes long to make, and stays the same

    async def description(request: Request) -> Response:
        return answer(described())

    return [
        *(Route(endpoint.path, guarded(endpoint.run), methods=[endpoint.method]) for endpoint in interface),
        Route("/api/openapi.json", guarded(description)),
        *more,
        Route("/api/{path:anything}", guarded(nothing_here), methods=["GET", "POST", "PUT", "DELETE"]),
    ]


async def nothing_here(request: Request) -> Response:
    """The response for unknown addresses."""
    raise Refused("not_found", "There is nothing at this address.")
