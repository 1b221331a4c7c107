import type { Call } from "@first-bounce/contract/call";
import type { Language } from "@first-bounce/contract/languages";
import { z } from "zod";
import { FANTASY_FOLDER } from "../static-files/routes.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** A tool that reads one address of the API. */
export interface Tool {
	readonly name: string;
	/** For assistants, which choose a tool by it. */
	readonly description: string;
	readonly input: z.ZodObject;
	readonly buildAddress: (args: Arguments, language: Language) => string;
	/** Gets what the tool returns from the body of a response. */
	readonly select: (body: unknown, args: Arguments) => Arguments;
}

type ReadingCall = Call & { readonly method: "GET"; readonly params: z.ZodObject; readonly query: z.ZodObject };

/** Creates a tool whose arguments are the parameters and query of a call. The `id` in a path is a league's. */
export function createCallTool(name: string, call: ReadingCall, description: string): Tool {
	const getArgument = (param: string) => (param === "id" ? "leagueId" : param);
	const params = Object.entries(call.params.shape).map(([param, schema]) => [getArgument(param), schema]);
	return {
		name,
		description,
		input: z.strictObject({ ...Object.fromEntries(params), ...call.query.shape }),
		select: (body) => (body as { readonly success: Arguments }).success,
		buildAddress: (args, language) => {
			const path = call.path.replaceAll(/:(\w+)/g, (_, param) => encodeURIComponent(String(args[getArgument(param)])));
			const query = new URLSearchParams();
			for (const field of Object.keys(call.query.shape))
				if (args[field] !== undefined) query.set(field, String(args[field]));
			return `/api/${language}${path}?${query}`;
		},
	};
}

interface FileTool<Input extends z.ZodObject, File> {
	readonly name: string;
	readonly description: string;
	readonly input: Input;
	/** The file's name in the folder of the current season. */
	readonly getFile: (args: z.output<Input>) => string;
	/** An object, because clients take no other answers. */
	readonly select: (file: File, args: z.output<Input>) => Arguments;
}

/** Creates a tool that reads a public file. */
export function createFileTool<Input extends z.ZodObject, File>(tool: FileTool<Input, File>): Tool {
	const { name, description, input, getFile, select } = tool;
	return {
		name,
		description,
		input,
		buildAddress: (args) => `${FANTASY_FOLDER}/${getFile(input.parse(args))}.json`,
		select: (file, args) => select(file as File, input.parse(args)),
	};
}
