import { File } from "node:buffer";
import type { Call, SuccessOf } from "@first-bounce/contract/call";
import { SIGNED_IN_COOKIE } from "@first-bounce/contract/constants";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { vi } from "vitest";

interface Posted {
	readonly path: string;
	/** For multipart calls, the form fields including the picture. */
	readonly body: unknown;
}
type FakeResponse = { readonly status: number; readonly body: unknown; readonly etag?: string | undefined };
type FakeHandlers = Readonly<Record<string, (body: unknown, request: Request) => FakeResponse | Promise<FakeResponse>>>;

export const success = <C extends Call>(_call: C, value: SuccessOf<C>): FakeResponse => ({
	status: 200,
	body: { success: value, errors: [] },
});
export const refusal = (status: number, code: string, message: string, data?: unknown): FakeResponse => ({
	status,
	body: { success: null, errors: [{ code, message }], ...(data === undefined ? {} : { data }) },
});
/** The server's refusal of a visitor. */
export const notSignedIn = (): FakeResponse => refusal(401, "not-signed-in", "Please sign in first");
/** A static file; `etag` as the server sends it, with its quotes. */
export const file = (body: unknown, etag?: string): FakeResponse => ({ status: 200, body, etag });

/** Started and stopped by `setup.ts`. */
export const fakeServer = setupServer();

/** Node's fetch cannot send jsdom's FormData and File. */
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

/** Fakes calls by their path below /api/en, and files by their path. An unexpected request fails the test. */
export function fakeApi(fakeHandlers: FakeHandlers) {
	const requests: string[] = [];
	/** The query parameters of every call, in order. */
	const queries: { readonly path: string; readonly query: Readonly<Record<string, string>> }[] = [];
	const posted: Posted[] = [];
	// The server sets this cookie at sign-in; without it, the page does not request the session.
	Object.defineProperty(document, "cookie", { value: `${SIGNED_IN_COOKIE}=1`, configurable: true });
	const handlers = Object.entries(fakeHandlers).map(([path, respond]) =>
		http.all(path.startsWith("/json/") ? path : `/api/en${path}`, async ({ request }) => {
			const body = await readBody(request);
			queries.push({ path, query: Object.fromEntries(new URL(request.url).searchParams) });
			requests.push(`${request.method} ${path}`);
			if (request.method === "POST") posted.push({ path, body });
			const { status, body: content, etag } = await respond(body, request);
			return HttpResponse.json(content as object, { status, headers: etag ? { etag } : {} });
		}),
	);
	fakeServer.resetHandlers();
	fakeServer.use(...handlers);
	return { requests, posted, queries };
}
