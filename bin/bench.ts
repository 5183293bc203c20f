import { benchServer } from "#tests/bench/server-cpu.ts";

await benchServer();
