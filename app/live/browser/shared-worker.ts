import { TabBroker } from "./tab-broker.ts";

const broker = new TabBroker();

/** The name and URL of the worker limit it to the tabs of one admin that run the same version of the app. */
addEventListener("connect", (event) => {
  const [port] = (event as MessageEvent).ports;
  if (port) broker.connect(port);
});
