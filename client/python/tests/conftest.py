"""A running Sarraf, which the environment names, and an API whose answers a test writes byte by byte."""

import os
import socketserver
import threading

import pytest

from sarraf import Sarraf


@pytest.fixture
def connection():
    return os.environ["BASE_URL"], os.environ["API_USER_ID"], os.environ["SECRET_KEY"]


@pytest.fixture
def client(connection):
    with Sarraf(*connection) as made:
        yield made


class Api:
    """Answers the calls one after the other with these, and then always with the last."""

    def __init__(self, answers):
        self.answers = list(answers)
        self.requests = []

    def keys(self):
        found = [line for request in self.requests for line in request if line.lower().startswith("idempotency-key")]
        return set(found)

    def handle(self, handler):
        while True:
            head, length = [], 0
            while (line := handler.rfile.readline().decode().strip()):
                head.append(line)
                if line.lower().startswith("content-length:"):
                    length = int(line.split(":")[1])
            if not head:
                return
            handler.rfile.read(length)
            self.requests.append(head)
            answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
            if answer(handler.wfile) == "close":
                return


@pytest.fixture
def serve():
    servers = []

    def start(*answers):
        api = Api(answers)

        class Handler(socketserver.StreamRequestHandler):
            def handle(self):
                try:
                    api.handle(self)
                except OSError:
                    pass

        server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        api.url = f"http://127.0.0.1:{server.server_address[1]}"
        return api

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()
