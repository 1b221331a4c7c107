import { File } from "node:buffer";
import type { Call, SuccessOf } from "@first-bounce/contract/call";
import { SIGNED_IN_COOKIE } from "@first-bounce/contract/cookies";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { vi } from "vitest";

interface Posted {
	readonly path: string;
	/** Of a call with a picture the fields of its form, the picture among them. */
	readonly body: unknown;
}
type Answer = { readonly status: number; readonly body: unknown };
type Answers = Readonly<Record<string, (body: unknown) => Answer | Promise<Answer>>>;

export const success = <C extends Call>(_call: C, answer: SuccessOf<C>): Answer => ({
	status: 200,
	body: { success: answer, errors: [] },
});
export const refusal = (status: number, code: string, message: string, data?: unknown): Answer => ({
	status,
	body: { success: null, errors: [{ code, message }], ...(data === undefined ? {} : { data }) },
});
/** As the server answers a visitor who asks for what only users may see. */
export const notSignedIn = (): Answer => refusal(401, "not-signed-in", "Please sign in first");
export const file = (body: unknown): Answer => ({ status: 200, body });

/** Answers what pages ask for; `setup.ts` starts and stops it. */
export const fakeServer = setupServer();

/** Has pages send forms and files that Node's fetch can read; jsdom has put its own in their place. */
export async function stubNodeForms(): Promise<void> {
	const form = await new Response(new URLSearchParams()).formData();
	vi.stubGlobal("FormData", form.constructor);
	vi.stubGlobal("File", File);
}

async function readBody(request: Request): Promise<unknown> {
	const type = request.headers.get("content-type") ?? "";
	if (type.startsWith("application/json")) return request.json();
	return type.startsWith("multipart/form-data") ? Object.fromEntries(await request.formData()) : undefined;
}

/** Answers calls by their path below /api/en, and files by their address. A request without an answer fails the test. */
export function fakeApi(answers: Answers) {
	const asked: string[] = [];
	/** The query of every call by its path, in their order. */
	const queries: { readonly path: string; readonly query: Readonly<Record<string, string>> }[] = [];
	const posted: Posted[] = [];
	// As a browser is told once somebody has signed in (contract/cookies.ts): a test answers who it is, or that nobody is.
	Object.defineProperty(document, "cookie", { value: `${SIGNED_IN_COOKIE}=1`, configurable: true });
	const handlers = Object.entries(answers).map(([path, answer]) =>
		http.all(path.startsWith("/json/") ? path : `/api/en${path}`, async ({ request }) => {
			const body = await readBody(request);
			queries.push({ path, query: Object.fromEntries(new URL(request.url).searchParams) });
			asked.push(`${request.method} ${path}`);
			if (request.method === "POST") posted.push({ path, body });
			const { status, body: answered } = await answer(body);
			return HttpResponse.json(answered as object, { status });
		}),
	);
	fakeServer.resetHandlers();
	fakeServer.use(...handlers);
	return { asked, posted, queries };
}
