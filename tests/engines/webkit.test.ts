import { testMainJobs } from "./main-jobs.ts";

testMainJobs("WebKit");
