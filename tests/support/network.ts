import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A network in front of a server, which can be cut: then nothing passes, and nobody is told. */
export async function startNetwork(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  /** Those whose other end was closed while nobody could be told. */
  const hungUp = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = connect({ host: hostname, port: Number(port) });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      if (isCut) socket.pause();
      socket.on("data", (bytes) => other.write(bytes));
      if (isCut) socket.pause();
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        if (isCut) hungUp.add(other);
        else other.destroy();
      });
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.pause();
    },
    mend() {
      isCut = false;
      for (const socket of hungUp) socket.destroy();
      for (const socket of sockets) socket.resume();
    },
    /** Every connection is gone, as after an hour; new ones pass. */
    forget() {
      isCut = false;
      for (const socket of sockets) socket.destroy();
    },
    stop: () =>
      new Promise<void>((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
}
