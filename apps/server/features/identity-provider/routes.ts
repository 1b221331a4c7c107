import { personName } from "@first-bounce/contract/fields";
import type { UserId } from "@first-bounce/rules/ids";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type Provider from "oidc-provider";
import { z } from "zod";
import { languageOf } from "../../plugins/errors.ts";
import { Refusal } from "../../plugins/refusal.ts";
import { wordsFor } from "../../wording/words.ts";
import { LEAST_PASSWORD_LENGTH } from "../auth/passwords.ts";
import type { SignIn } from "../auth/sign-in.ts";
import type { NewCredentials } from "../users/use-cases.ts";
import { fontFaces, PAGES_CSS, SUBMIT_NOW_JS } from "./page-assets.ts";
import { errorPage, type Fault, type FormValues, signInPage, signUpPage } from "./pages.ts";
import { MOUNT_PATH } from "./provider.ts";
import type { FormName, RefusedForms } from "./refused-forms.ts";

/** What the pages ask of accounts, both throw a Refusal that says what is wrong; and where everything stands. */
export interface ProviderRoom {
	readonly signIn: SignIn;
	readonly signUp: (person: NewCredentials) => Promise<UserId>;
	readonly refusedForms: RefusedForms;
	readonly webFolder: string;
	/** One of the server's own hosts, whatever the request says it came to. */
	readonly hostOf: (request: FastifyRequest) => string;
}

const name = (what: string) =>
	z
		.string()
		.trim()
		.min(1, `Enter your ${what} name`)
		.max(60, `A ${what} name has at most 60 characters`)
		.refine((text) => text === "" || personName.safeParse(text).success, `Enter your ${what} name in letters`);
const email = z.email("Enter an e-mail address such as sam@example.org").max(254);
const signInForm = z.object({ email, password: z.string().min(1, "Enter your password").max(200) });
const tooShort = wordsFor("en", "password-too-short", { least: LEAST_PASSWORD_LENGTH });
const password = z.string().min(LEAST_PASSWORD_LENGTH, tooShort).max(200);
const signUpForm = z.object({ firstName: name("first"), lastName: name("last"), email, password });

const FIELD_OF_CODE: Readonly<Record<string, string>> = {
	"email-taken": "email",
	"password-too-short": "password",
	"password-too-common": "password",
};

const uidOf = (request: FastifyRequest): string => String((request.params as { uid?: string }).uid ?? "");
const baseOf = (request: FastifyRequest): string => `${MOUNT_PATH}/interaction/${encodeURIComponent(uidOf(request))}`;

function html(reply: FastifyReply, status: number, body: string): FastifyReply {
	return reply.code(status).type("text/html; charset=utf-8").header("cache-control", "no-store").send(body);
}

function faultsOf(error: unknown, request: FastifyRequest): Fault[] {
	if (error instanceof z.ZodError)
		return error.issues.map(({ path, message }) => ({ field: String(path[0] ?? "email"), message }));
	if (error instanceof Refusal)
		return error.reasons.map(({ code, data }) => ({
			field: FIELD_OF_CODE[code] ?? "email",
			message: wordsFor(languageOf(request), code, data),
		}));
	throw error;
}

/** The provider's own pages and, below them, the provider itself. */
export async function registerIdentityProvider(
	app: FastifyInstance,
	provider: Provider,
	room: ProviderRoom,
): Promise<void> {
	const callback = provider.callback();

	/** Whether the browser is in the middle of a sign-in; answers with a page that says so where it is not. */
	const isUnderWay = (request: FastifyRequest, reply: FastifyReply): Promise<boolean> =>
		provider.interactionDetails(request.raw, reply.raw).then(
			() => true,
			() => {
				html(reply, 400, errorPage("This sign-in has run out. Please start again from First Bounce."));
				return false;
			},
		);

	const { refusedForms } = room;
	const finish = async (request: FastifyRequest, reply: FastifyReply, accountId: string) => {
		await refusedForms.forget(uidOf(request));
		const returnTo = await provider.interactionResult(request.raw, reply.raw, { login: { accountId } });
		return reply.redirect(returnTo, 303);
	};

	type Page = (base: string, values?: FormValues, faults?: readonly Fault[]) => string;
	// A refused form is answered with the address that shows it again: a page that was posted cannot be gone back to.
	const handle =
		<Form>(
			name: FormName,
			schema: z.ZodType<Form>,
			act: (form: Form, request: FastifyRequest, reply: FastifyReply) => Promise<UserId>,
		) =>
		async (request: FastifyRequest, reply: FastifyReply) => {
			if (!(await isUnderWay(request, reply))) return reply;
			const values = (request.body ?? {}) as FormValues;
			try {
				return await finish(request, reply, String(await act(schema.parse(values), request, reply)));
			} catch (error) {
				await refusedForms.keep(uidOf(request), name, { values, faults: faultsOf(error, request) });
				return reply.redirect(baseOf(request) + (name === "sign-up" ? "/sign-up" : ""), 303);
			}
		};
	const show = (page: Page, name: FormName) => async (request: FastifyRequest, reply: FastifyReply) => {
		if (!(await isUnderWay(request, reply))) return reply;
		const refused = await refusedForms.find(uidOf(request), name);
		return html(reply, 200, page(baseOf(request), refused?.values, refused?.faults));
	};

	await app.register(async (pages) => {
		pages.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_, body, done) => {
			done(null, Object.fromEntries(new URLSearchParams(String(body))));
		});
		const base = `${MOUNT_PATH}/interaction/:uid`;
		const config = { rateLimit: { max: 60, timeWindow: 60_000 } };
		pages.get(base, show(signInPage, "sign-in"));
		pages.get(`${base}/sign-up`, show(signUpPage, "sign-up"));
		pages.post(`${base}/sign-in`, { config }, handle("sign-in", signInForm, room.signIn));
		pages.post(`${base}/sign-up`, { config }, handle("sign-up", signUpForm, room.signUp));
		const asset = (type: string, body: string) => (_: FastifyRequest, reply: FastifyReply) =>
			reply.type(type).header("cache-control", "public, max-age=3600").send(body);
		pages.get(`${MOUNT_PATH}/pages.css`, asset("text/css; charset=utf-8", fontFaces(room.webFolder) + PAGES_CSS));
		pages.get(`${MOUNT_PATH}/submit-now.js`, asset("text/javascript; charset=utf-8", SUBMIT_NOW_JS));
	});

	await app.register(async (mount) => {
		mount.removeAllContentTypeParsers();
		mount.addContentTypeParser("*", (_, _payload, done) => done(null));
		mount.all(`${MOUNT_PATH}/*`, (request, reply) => {
			reply.hijack();
			// The provider makes its addresses of these two: a made-up one must not find its way into them.
			const host = room.hostOf(request);
			Object.assign(request.raw.headers, { host, "x-forwarded-host": host });
			// The provider takes its mount path from the difference between the two.
			Object.assign(request.raw, { originalUrl: request.raw.url });
			request.raw.url = request.raw.url?.slice(MOUNT_PATH.length) ?? "/";
			return callback(request.raw, reply.raw);
		});
	});
}
