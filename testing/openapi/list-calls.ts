import { readdir } from "node:fs/promises";
import type { CallDefinition } from "@first-bounce/contract/call";

const FOLDER = new URL("../../packages/contract/", import.meta.url);

const isCall = (value: unknown): value is CallDefinition =>
	typeof value === "object" && value !== null && "method" in value && "access" in value && "path" in value;

/** Lists the calls that the contract's files define, so that tests cover all of them. */
export async function listCalls(): Promise<readonly CallDefinition[]> {
	const files = (await readdir(FOLDER, { recursive: true })).filter(
		(file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
	);
	const modules = await Promise.all(files.map((file) => import(new URL(file, FOLDER).href)));
	return modules.flatMap((module: Record<string, unknown>) => Object.values(module).filter(isCall));
}
