import { TabBroker } from "./tab-broker.ts";

const broker = new TabBroker();

/** Tabs share the worker if they belong to the same admin (its name) and load the same worker code (the hash in its URL). */
addEventListener("connect", (event) => {
  const [port] = (event as MessageEvent).ports;
  if (port) broker.connect(port);
});
