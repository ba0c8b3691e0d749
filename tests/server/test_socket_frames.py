"""The quick way to read a message gives what the parser of `websockets` gives, however the bytes arrive."""

import random

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol
from websockets.uri import parse_uri

from parlour.server.http.socket_protocol import FRAMES, MeteredProtocol


def opened() -> tuple[ClientProtocol, MeteredProtocol, bytes]:
    """A client that has asked for a socket, the server's end, and the request."""
    client, server = ClientProtocol(parse_uri("ws://localhost/")), MeteredProtocol(ServerProtocol(), lambda: 0.0)
    client.send_request(client.connect())
    return client, server, b"".join(client.data_to_send())


def accept(client: ClientProtocol, server: MeteredProtocol) -> None:
    request = server.events_received()[0]
    server.send_response(server.accept(request))  # type: ignore[arg-type]  # the first event is the request
    client.receive_data(b"".join(server.data_to_send()))


def heard(server: MeteredProtocol, data: bytes) -> tuple[list[str], bool]:
    """The texts of whole frames, in order, and whether they were read the quick way."""
    text = server.receive_text(data)
    if text is not None:
        return [text], True
    server.receive_data(data)
    events = server.events_received()
    return [bytes(event.data).decode() for event in events if isinstance(event, Frame) and event.opcode == 1], False


def sent(client: ClientProtocol, text: str) -> bytes:
    client.send_text(text.encode())
    return b"".join(client.data_to_send())


@pytest.mark.parametrize("seed", range(30))
def test_messages_arrive_whole_and_in_order_in_any_pieces(seed: int) -> None:
    luck = random.Random(seed)
    client, server, request = opened()
    server.receive_data(request)
    accept(client, server)
    stream, texts = [], []
    for number in range(40):
        texts.append(f"{number} " + luck.choice(["", "é", "x" * luck.randrange(300)]))
        stream.append(sent(client, texts[-1]))
        if luck.random() < 0.2:
            client.send_ping(b"here")
            stream.append(b"".join(client.data_to_send()))
    if luck.random() < 0.5:  # cut anywhere, and joined again
        data = b"".join(stream)
        cuts = sorted(luck.randrange(len(data)) for _ in range(luck.randrange(60)))
        stream = [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True) if a < b]
    found = [text for data in stream for text in heard(server, data)[0]]
    assert found == texts
    assert server.parser_exc is None


def test_a_message_alone_takes_the_quick_way_and_a_cut_one_never_again() -> None:
    client, server, request = opened()
    server.receive_data(request)
    accept(client, server)
    assert heard(server, sent(client, "one")) == (["one"], True)
    assert heard(server, sent(client, "two") + sent(client, "three")) == (["two", "three"], False)
    assert heard(server, sent(client, "four")) == (["four"], True)
    data = sent(client, "five")
    assert heard(server, data[:3]) == ([], False)
    assert heard(server, data[3:]) == (["five"], False)
    assert heard(server, sent(client, "six")) == (["six"], False)


def test_a_request_with_half_a_frame_behind_it_is_parsed_to_the_end() -> None:
    client, server, request = opened()
    frame = Frame(Opcode.TEXT, b"early").serialize(mask=True)
    server.receive_data(request + frame[:4])
    accept(client, server)
    assert heard(server, frame[4:]) == (["early"], False)


def test_what_is_wrong_or_too_much_is_left_to_the_parser() -> None:
    client, server, request = opened()
    server.receive_data(request)
    accept(client, server)
    assert server.receive_text(b"\x81\x03abc") is None, "not masked"
    assert server.receive_text(Frame(Opcode.TEXT, b"\xff").serialize(mask=True)) is None, "not UTF-8"
    assert server.receive_text(Frame(Opcode.TEXT, b"part", fin=False).serialize(mask=True)) is None
    for _ in range(int(FRAMES.count)):
        assert heard(server, sent(client, "again")) == (["again"], True)
    assert heard(server, sent(client, "again")) == ([], False)
    assert server.parser_exc is not None
