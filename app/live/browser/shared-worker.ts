import { createTabBroker } from "./tab-broker.ts";

const connect = createTabBroker();

/** Every page of the browser that shows the same version of the app to the same person. */
addEventListener("connect", (event) => {
  const [port] = (event as MessageEvent).ports;
  if (port) connect(port);
});
