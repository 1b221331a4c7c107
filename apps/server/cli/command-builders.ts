import { readFile } from "node:fs/promises";
import { reason as reasonSchema } from "@first-bounce/contract/operator/operator";
import { type Command, InvalidArgumentError } from "commander";
import type { z } from "zod";
import type { OperatorServices } from "../features/operator/services.ts";
import { parseInstant } from "../features/seasons/import/csv/dates.ts";
import { formatFileError } from "../i18n/file-errors.ts";
import type { AuditContext } from "../plugins/audit.ts";
import { buildAuditContext, withOperator } from "./operator-services.ts";
import { CommandRefusedError } from "./output/output.ts";

/** Creates a parser for an argument or option from the schema of a call's field. */
export const createSchemaParser =
	(schema: z.ZodType<string>, problem: string) =>
	(text: string): string => {
		const parsed = schema.safeParse(text);
		if (!parsed.success) throw new InvalidArgumentError(problem);
		return parsed.data;
	};

/** Parses the reason of a change with the schema of the operator console. */
export const parseReason = createSchemaParser(reasonSchema, "Must be 3 to 500 characters.");

/** Creates a command that changes something and needs a reason for the audit log. */
export function createAuditedCommand<Args extends readonly unknown[] = [], Options = object>(
	command: Command,
	example: string,
	work: (services: OperatorServices, audit: AuditContext, args: Args, options: Options) => Promise<void>,
): Command {
	return command
		.requiredOption("--reason <TEXT>", "why, for the audit log", parseReason)
		.addHelpText("after", `\nExample:\n  npm run -s fb -- ${example}`)
		.action((...values: unknown[]) => {
			const options = values.at(-2) as Options & { readonly reason: string };
			const args = values.slice(0, -2) as unknown as Args;
			return withOperator((services) => work(services, buildAuditContext(options.reason), args, options));
		});
}

/** Creates a command that needs no reason: one that changes nothing, or `announce show`. */
export function createShowCommand<Args extends readonly unknown[] = [], Options = object>(
	command: Command,
	example: string,
	work: (services: OperatorServices, args: Args, options: Options) => Promise<void>,
): Command {
	return command.addHelpText("after", `\nExample:\n  npm run -s fb -- ${example}`).action((...values: unknown[]) => {
		const args = values.slice(0, -2) as unknown as Args;
		return withOperator((services) => work(services, args, values.at(-2) as Options));
	});
}

/** Creates a parser for a number whose text matches a pattern. */
export const createNumberParser =
	(pattern: RegExp, problem: string) =>
	(text: string): number => {
		if (!pattern.test(text)) throw new InvalidArgumentError(problem);
		return Number(text);
	};

export const parseWholeNumber = createNumberParser(/^\d{1,9}$/, "Not a whole number.");
export const parseId = createNumberParser(/^[1-9]\d{0,8}$/, "Not an id.");
export const parseRoundId = createNumberParser(/^[1-9]\d{0,3}$/, "Not a round number.");
export const parsePositive = createNumberParser(/^[1-9]\d{0,8}$/, "Not a number above 0.");

/** Creates a parser for a whole number within these limits. */
export const createRangeParser =
	(least: number, most: number) =>
	(text: string): number => {
		const number = parseWholeNumber(text);
		if (number < least || number > most) throw new InvalidArgumentError(`Not a number from ${least} to ${most}.`);
		return number;
	};

/** Creates a parser for one of these words. */
export const createChoiceParser =
	<Choice extends string>(choices: readonly Choice[]) =>
	(text: string): Choice => {
		const found = choices.find((choice) => choice === text);
		if (!found) throw new InvalidArgumentError(`Must be one of ${choices.join(", ")}.`);
		return found;
	};

/** Creates a command that takes the id of an entry of a list. */
export const createIdCommand = (parent: Command, name: string, description: string): Command =>
	parent.command(name).description(description).argument("<ID>", "an id from the list", parseId);

export const createUnreadableError = (file: string, error: unknown): CommandRefusedError =>
	new CommandRefusedError(`${file} cannot be read: ${formatFileError(error)}.`);

/** Reads a file. Refuses the command if that fails. */
export const readFileOrRefuse = (file: string): Promise<Buffer> =>
	readFile(file).catch((error) => {
		throw createUnreadableError(file, error);
	});

/** Parses a time and returns it in ISO format, as the API expects. */
export function parseTime(text: string): string {
	const time = parseInstant(text);
	if (time === null) throw new InvalidArgumentError("Not a time with an offset, such as 2026-09-04T09:15:00Z.");
	return new Date(time).toISOString();
}

/** Formats a line of cells separated by tabs, with "-" for a missing one. */
export const formatLine = (...cells: readonly unknown[]): string => cells.map((cell) => String(cell ?? "-")).join("\t");
