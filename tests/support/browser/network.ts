import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP proxy in front of a server that can lose its network: packets vanish, and neither side learns of it. */
export async function startNetwork(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  /** Sockets whose peer closed while the network was down; they close when it is up again. */
  const orphans = new Set<Socket>();
  let isDown = false;

  function pipe(from: Socket, to: Socket) {
    sockets.add(from);
    from.on("data", (bytes) => to.write(bytes));
    if (isDown) from.pause();
    from.on("error", () => {});
    from.on("close", () => {
      sockets.delete(from);
      if (isDown) orphans.add(to);
      else to.destroy();
    });
  }

  const server = createServer((client) => {
    const upstream = connect({ host: hostname, port: Number(port) });
    pipe(client, upstream);
    pipe(upstream, client);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    goDown() {
      isDown = true;
      for (const socket of sockets) socket.pause();
    },
    comeUp() {
      isDown = false;
      for (const socket of orphans) socket.destroy();
      for (const socket of sockets) socket.resume();
    },
    /** Brings the network up with every earlier connection reset, as after an hour of sleep. */
    comeUpWithoutConnections() {
      isDown = false;
      for (const socket of sockets) socket.destroy();
    },
    stop: () =>
      new Promise<void>((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
}
