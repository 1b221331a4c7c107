import type { Call, SuccessOf } from "@first-bounce/contract/call";
import { SIGNED_IN_COOKIE } from "@first-bounce/contract/cookies";
import { afterEach, vi } from "vitest";

interface Posted {
	readonly path: string;
	/** Of a call with a picture the fields of its form, the picture among them. */
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
	/** The query of every call by its path, in their order. */
	const queries: { readonly path: string; readonly query: Readonly<Record<string, string>> }[] = [];
	const posted: Posted[] = [];
	// As a browser is told once somebody has signed in (contract/cookies.ts): a test answers who it is, or that nobody is.
	Object.defineProperty(document, "cookie", { value: `${SIGNED_IN_COOKIE}=1`, configurable: true });
	vi.stubGlobal("fetch", async (address: string, init?: RequestInit) => {
		const { pathname, searchParams } = new URL(address, location.origin);
		const path = pathname.replace("/api/en", "");
		const sent = init?.body;
		const body =
			typeof sent === "string" ? JSON.parse(sent) : sent instanceof FormData ? Object.fromEntries(sent) : undefined;
		queries.push({ path, query: Object.fromEntries(searchParams) });
		asked.push(`${init?.method ?? "GET"} ${path}`);
		if (init?.method === "POST") posted.push({ path, body });
		const answer = await (answers[path] ?? (() => refusal(401, "not-signed-in", "Please sign in first")))(body);
		return new Response(JSON.stringify(answer.body), { status: answer.status });
	});
	return { asked, posted, queries };
}

afterEach(() => {
	vi.unstubAllGlobals();
});
