import { type ParseArgsConfig, parseArgs } from "node:util";
import { UserFacingError } from "./user-facing-error.ts";

/** The arguments of a command. @throws UserFacingError that is its usage, if they are not those of the configuration */
export function readArguments<T extends ParseArgsConfig>(
  configuration: T,
  usage: string,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(configuration);
  } catch {
    throw new UserFacingError(usage);
  }
}
