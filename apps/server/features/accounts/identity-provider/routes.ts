import { LANGUAGE_COOKIE } from "@first-bounce/contract/constants";
import type { Language } from "@first-bounce/contract/languages";
import type { UserId } from "@first-bounce/rules/ids";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type Provider from "oidc-provider";
import { errors } from "oidc-provider";
import { z } from "zod";
import { formatErrorMessage } from "../../../i18n/error-messages.ts";
import { negotiateLanguage } from "../../../i18n/negotiate-language.ts";
import { SIGN_IN_TEXTS } from "../../../i18n/sign-in-texts.ts";
import { RETRY_AFTER_SECONDS } from "../../../plugins/errors.ts";
import { Refusal, refuse } from "../../../plugins/refusal.ts";
import { buildFontFaces } from "../../site/web/font-faces.ts";
import type { PasskeySignIn } from "../passkeys/service.ts";
import type { SignedIn, SignIn } from "../sign-in/password-sign-in.ts";
import type { NewCredentials } from "../users/register-user.ts";
import { buildForms } from "./forms.ts";
import { PAGES_CSS, PASSKEY_JS, SUBMIT_NOW_JS } from "./page-assets.ts";
import {
	addAnnouncements,
	addPasskeyForm,
	type FormValues,
	type Problem,
	type RenderFormPage,
	renderErrorPage,
	renderSignInPage,
	renderSignUpPage,
} from "./pages.ts";
import { MOUNT_PATH } from "./provider.ts";
import type { FormName, RefusedForms } from "./refused-forms.ts";

/** What the provider's pages need. `signIn` and `signUp` throw a Refusal if the form is refused. */
export interface IdentityProviderServices {
	readonly signIn: SignIn;
	readonly passkeys: PasskeySignIn;
	readonly signUp: (person: NewCredentials, language: Language, request: FastifyRequest) => Promise<UserId>;
	readonly refusedForms: RefusedForms;
	/** Deletes a sign-in in progress. */
	readonly cancel: (uid: string) => Promise<void>;
	/** Counts a sign-in that is started. Refuses if its network has started too many. */
	readonly countStart: (request: FastifyRequest) => Promise<void>;
	/** Whether the browser has a session at the provider. */
	readonly hasSession: (request: FastifyRequest) => Promise<boolean>;
	/** Lists the texts of the current announcements. */
	readonly listAnnouncements: () => Promise<readonly string[]>;
	readonly webFolder: string;
	/** Gets the host for the provider's addresses: one of the server's own, even if the Host header names another. */
	readonly getHost: (request: FastifyRequest) => string;
	/** Gets the address of the home page, to which signing out leads. */
	readonly getHomeAddress: (request: FastifyRequest) => string;
}

/** Gets the language from the cookie or the browser, because these pages have none in their address. */
const getLanguage = ({ cookies, headers }: FastifyRequest): Language =>
	negotiateLanguage(cookies[LANGUAGE_COOKIE], headers["accept-language"]);

/** The browser's passkey response, as the page's script sends it. */
const passkeyForm = z.object({
	credential: z
		.string()
		.max(20_000)
		.transform((text): unknown => {
			try {
				return JSON.parse(text);
			} catch {
				return null;
			}
		}),
});

/** The endpoints of the provider that the web app, programs and browsers use. */
const ENDPOINTS: Readonly<Record<string, RegExp>> = {
	GET: /^\/(auth(\/[\w-]{1,60})?|session\/end(\/success)?|jwks|me|\.well-known\/openid-configuration)$/,
	POST: /^\/(token|me|session\/end(\/confirm)?)$/,
	OPTIONS: /^\/(token|me|jwks|\.well-known\/openid-configuration)$/,
};
/** The web app's requests have about 400 characters. The provider stores them until the sign-in is completed. */
const MAX_QUERY_LENGTH = 1_500;

const FIELD_OF_CODE: Readonly<Record<string, string>> = {
	"email-taken": "email",
	"password-too-short": "password",
	"password-too-common": "password",
};

const getUid = (request: FastifyRequest): string => String((request.params as { uid?: string }).uid ?? "");
const getBasePath = (request: FastifyRequest): string =>
	`${MOUNT_PATH}/interaction/${encodeURIComponent(getUid(request))}`;

function sendHtml(reply: FastifyReply, status: number, body: string): FastifyReply {
	return reply.code(status).type("text/html; charset=utf-8").header("cache-control", "no-store").send(body);
}

function getProblems(error: unknown, request: FastifyRequest): Problem[] {
	if (error instanceof z.ZodError)
		return error.issues.map(({ path, message }) => ({ field: String(path[0] ?? "email"), message }));
	if (error instanceof Refusal)
		return error.reasons.map(({ code, data }) => ({
			field: FIELD_OF_CODE[code] ?? "email",
			message: formatErrorMessage(getLanguage(request), code, data),
		}));
	throw error;
}

/** Registers the provider's pages and the provider itself. */
export async function registerIdentityProvider(
	app: FastifyInstance,
	getProvider: () => Promise<Provider>,
	services: IdentityProviderServices,
): Promise<void> {
	/** Replies with an error page and returns false if the browser does not have this sign-in in progress. */
	const ensureSignInInProgress = async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
		const provider = await getProvider();
		const uid = await provider.interactionDetails(request.raw, reply.raw).then(
			(interaction) => interaction.uid,
			(error: unknown) => {
				if (!(error instanceof errors.SessionNotFound)) throw error;
				return null;
			},
		);
		if (uid === getUid(request)) return true;
		const language = getLanguage(request);
		sendHtml(reply, 400, renderErrorPage(language, SIGN_IN_TEXTS[language].expired));
		return false;
	};

	const { refusedForms } = services;
	const finish = async (request: FastifyRequest, reply: FastifyReply, { userId, requireUnchanged }: SignedIn) => {
		await refusedForms.delete(getUid(request));
		const login = { accountId: String(userId) };
		const returnTo = await (await getProvider()).interactionResult(request.raw, reply.raw, { login });
		// Whoever changes the password later deletes this sign-in. This finds a change since the password was verified.
		await requireUnchanged().catch(async (error: unknown) => {
			await services.cancel(getUid(request));
			throw error;
		});
		return reply.redirect(returnTo, 303);
	};

	// If the form is refused, the browser is redirected to the page that shows it again, so that reload and Back work.
	const createSubmitHandler =
		<Form>(
			name: FormName,
			getSchema: (language: Language) => z.ZodType<Form>,
			authenticate: (form: Form, request: FastifyRequest, reply: FastifyReply) => Promise<SignedIn>,
		) =>
		async (request: FastifyRequest, reply: FastifyReply) => {
			if (!(await ensureSignInInProgress(request, reply))) return reply;
			const values = (request.body ?? {}) as FormValues;
			try {
				const form = getSchema(getLanguage(request)).parse(values);
				return await finish(request, reply, await authenticate(form, request, reply));
			} catch (error) {
				await refusedForms.save(getUid(request), name, { values, problems: getProblems(error, request) });
				return reply.redirect(getBasePath(request) + (name === "sign-up" ? "/sign-up" : ""), 303);
			}
		};
	const createFormHandler =
		(renderPage: RenderFormPage, name: FormName) => async (request: FastifyRequest, reply: FastifyReply) => {
			if (!(await ensureSignInInProgress(request, reply))) return reply;
			const refused = await refusedForms.find(getUid(request), name);
			const form = renderPage(getLanguage(request), getBasePath(request), refused?.values, refused?.problems);
			const page = addAnnouncements(form, await services.listAnnouncements());
			if (name === "sign-up") return sendHtml(reply, 200, page);
			const options = await services.passkeys.start(getUid(request));
			return sendHtml(reply, 200, addPasskeyForm(page, getLanguage(request), getBasePath(request), options));
		};

	await app.register(async (pages) => {
		pages.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_, body, done) => {
			done(null, Object.fromEntries(new URLSearchParams(String(body))));
		});
		const base = `${MOUNT_PATH}/interaction/:uid`;
		const config = { rateLimit: { max: 60, timeWindow: 60_000 } };
		pages.get(base, createFormHandler(renderSignInPage, "sign-in"));
		pages.get(`${base}/sign-up`, createFormHandler(renderSignUpPage, "sign-up"));
		pages.post(
			`${base}/sign-in`,
			{ config },
			createSubmitHandler("sign-in", (language) => buildForms(language).signIn, services.signIn),
		);
		pages.post(
			`${base}/sign-up`,
			{ config },
			createSubmitHandler(
				"sign-up",
				(language) => buildForms(language).signUp,
				async (form, request) => ({
					userId: await services.signUp(form, getLanguage(request), request),
					// Nobody can have changed the password of a new account.
					requireUnchanged: async () => undefined,
				}),
			),
		);
		pages.post(
			`${base}/passkey`,
			{ config },
			createSubmitHandler(
				"sign-in",
				() => passkeyForm,
				({ credential }, request) => services.passkeys.finish(getUid(request), credential, request),
			),
		);
		const serveAsset = (type: string, body: string) => (_: FastifyRequest, reply: FastifyReply) =>
			reply.type(type).header("cache-control", "public, max-age=3600").send(body);
		pages.get(
			`${MOUNT_PATH}/pages.css`,
			serveAsset("text/css; charset=utf-8", buildFontFaces(services.webFolder) + PAGES_CSS),
		);
		pages.get(`${MOUNT_PATH}/submit-now.js`, serveAsset("text/javascript; charset=utf-8", SUBMIT_NOW_JS));
		pages.get(`${MOUNT_PATH}/passkey.js`, serveAsset("text/javascript; charset=utf-8", PASSKEY_JS));
	});

	/**
	 * Replies to requests that the provider need not see, so that it stores nothing for them: unknown endpoints, requests to
	 * sign in that are too long or too many, and sign-outs without a session. Returns whether it has replied.
	 */
	const answerVisitor = async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
		const [address = "", query = ""] = request.url.slice(MOUNT_PATH.length).split(/\?(.*)/s);
		const method = request.method === "HEAD" ? "GET" : request.method;
		if (!ENDPOINTS[method]?.test(address)) throw refuse(404, "not-found");
		const language = getLanguage(request);
		if (query.length > MAX_QUERY_LENGTH || query.includes("%00")) {
			sendHtml(reply, 400, renderErrorPage(language, SIGN_IN_TEXTS[language].failed));
			return true;
		}
		const isSignedOut =
			address === "/session/end/success" || (address === "/session/end" && !(await services.hasSession(request)));
		if (isSignedOut) {
			reply.redirect(services.getHomeAddress(request), 303);
			return true;
		}
		if (address !== "/auth") return false;
		try {
			await services.countStart(request);
			return false;
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			const { code, data } = error.reasons[0];
			reply.header("retry-after", String(data?.seconds ?? RETRY_AFTER_SECONDS));
			sendHtml(reply, error.status, renderErrorPage(language, formatErrorMessage(language, code, data)));
			return true;
		}
	};

	await app.register(async (mount) => {
		mount.removeAllContentTypeParsers();
		mount.addContentTypeParser("*", (_, _payload, done) => done(null));
		mount.all(`${MOUNT_PATH}/*`, async (request, reply) => {
			const isAnswered = await answerVisitor(request, reply);
			if (isAnswered) return reply;
			const provider = await getProvider();
			// The provider writes its own response, so the headers that plugins have set are copied to it.
			for (const [name, value] of Object.entries(reply.getHeaders()))
				if (value !== undefined) reply.raw.setHeader(name, value);
			reply.hijack();
			// The provider builds its addresses from these headers, which a client can forge.
			const host = services.getHost(request);
			Object.assign(request.raw.headers, { host, "x-forwarded-host": host });
			// The provider computes its mount path from the difference between `originalUrl` and `url`.
			Object.assign(request.raw, { originalUrl: request.raw.url });
			request.raw.url = request.raw.url?.slice(MOUNT_PATH.length) ?? "/";
			await provider.callback()(request.raw, reply.raw);
		});
	});
}
