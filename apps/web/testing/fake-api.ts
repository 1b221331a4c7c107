import type { Call, SuccessOf } from "@first-bounce/contract/call";
import { afterEach, vi } from "vitest";

export interface Posted {
	readonly path: string;
	readonly body: unknown;
}
type Answer = { readonly status: number; readonly body: unknown };

export const success = <C extends Call>(_call: C, answer: SuccessOf<C>): Answer => ({
	status: 200,
	body: { success: answer, errors: [] },
});
export const refusal = (status: number, code: string, message: string, data?: unknown): Answer => ({
	status,
	body: { success: null, errors: [{ code, message }], ...(data === undefined ? {} : { data }) },
});
export const file = (body: unknown): Answer => ({ status: 200, body });

/** Stands in for the server by address; everything else is answered as to a visitor. Cleared after each test. */
export function fakeApi(answers: Readonly<Record<string, (body: unknown) => Answer | Promise<Answer>>>) {
	const asked: string[] = [];
	const posted: Posted[] = [];
	vi.stubGlobal("fetch", async (address: string, init?: RequestInit) => {
		const path = new URL(address, location.origin).pathname.replace("/api/en", "");
		const body = typeof init?.body === "string" ? JSON.parse(init.body) : undefined;
		asked.push(`${init?.method ?? "GET"} ${path}`);
		if (init?.method === "POST") posted.push({ path, body });
		const answer = await (answers[path] ?? (() => refusal(401, "not-signed-in", "Please sign in first")))(body);
		return new Response(JSON.stringify(answer.body), { status: answer.status });
	});
	return { asked, posted };
}

afterEach(() => {
	vi.unstubAllGlobals();
});
