import { TabBroker } from "./tab-broker.ts";

const broker = new TabBroker();

function connect(event: Event): void {
  const [port] = (event as MessageEvent).ports;
  if (port) broker.connect(port);
}

/** Tabs share the worker if they belong to the same admin (its name) and load the same worker code (the hash in its URL). */
addEventListener("connect", connect);
/** A tab of a browser without shared workers sends its port to a worker of its own. */
addEventListener("message", connect);
