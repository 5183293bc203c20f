/** The variables of a deployment. No database answers at its address. */
export const DEPLOYED = {
  DATABASE_URL: "libsql://127.0.0.1:9",
  DATABASE_AUTH_TOKEN: "the-token",
  GOOGLE_CLIENT_ID: "the-client",
  GOOGLE_CLIENT_SECRET: "the-secret",
  SESSION_SECRET: "the session's secret, of 32 letters or more",
};
