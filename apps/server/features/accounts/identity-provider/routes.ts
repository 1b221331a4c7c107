import { personName } from "@first-bounce/contract/fields";
import type { Language } from "@first-bounce/contract/languages";
import type { UserId } from "@first-bounce/rules/ids";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type Provider from "oidc-provider";
import { errors } from "oidc-provider";
import { z } from "zod";
import { formatErrorMessage } from "../../../i18n/error-messages.ts";
import { getPageLanguage } from "../../../i18n/negotiate-language.ts";
import { SIGN_IN_TEXTS } from "../../../i18n/sign-in-texts.ts";
import { acceptUrlEncodedForms } from "../../../plugins/http/url-encoded-forms.ts";
import { Refusal } from "../../../plugins/refusal.ts";
import { buildFontFaces } from "../../site/web/font-faces.ts";
import type { FormValues, Problem } from "../form-page.ts";
import type { PasskeySignIn } from "../passkeys/service.ts";
import type { SignedIn, SignIn } from "../sign-in/password-sign-in.ts";
import { MIN_PASSWORD_LENGTH } from "../sign-in/passwords.ts";
import type { NewCredentials } from "../users/register-user.ts";
import { PAGES_CSS, PASSKEY_JS, SUBMIT_NOW_JS } from "./page-assets.ts";
import { addAnnouncements, addPasskeyForm, type RenderFormPage, renderSignInPage, renderSignUpPage } from "./pages.ts";
import { MOUNT_PATH } from "./provider.ts";
import type { FormName, RefusedForms } from "./refused-forms.ts";
import { sendErrorPage, sendHtml, sendRefusalPage } from "./replies.ts";

/** Builds the schemas of the sign-in and sign-up forms, with messages in the user's language. */
export function buildForms(language: Language) {
	const texts = SIGN_IN_TEXTS[language];
	const buildNameField = (missing: string) =>
		z
			.string(missing)
			.trim()
			.min(1, missing)
			.max(60, texts.nameTooLong)
			.refine((text) => text === "" || personName.safeParse(text).success, texts.nameInLetters);
	const email = z.email(texts.enterEmail).max(254, texts.enterEmail);
	const password = z.string(texts.enterPassword);
	const tooShort = formatErrorMessage(language, "password-too-short", { least: MIN_PASSWORD_LENGTH });
	return {
		signIn: z.object({ email, password: password.min(1, texts.enterPassword).max(200, texts.passwordTooLong) }),
		signUp: z.object({
			firstName: buildNameField(texts.enterFirstName),
			lastName: buildNameField(texts.enterLastName),
			email,
			password: password.min(MIN_PASSWORD_LENGTH, tooShort).max(200, texts.passwordTooLong),
		}),
	};
}

/** What the provider's pages need. `signIn` and `signUp` throw a Refusal if the form is refused. */
export interface SignInPageServices {
	readonly signIn: SignIn;
	readonly passkeys: PasskeySignIn;
	readonly signUp: (person: NewCredentials, language: Language, request: FastifyRequest) => Promise<UserId>;
	readonly refusedForms: RefusedForms;
	/** Deletes a sign-in in progress. */
	readonly cancel: (uid: string) => Promise<void>;
	/** Finds the name of the league with a code; null if there is none. */
	readonly findLeagueName: (code: string, request: FastifyRequest) => Promise<string | null>;
	/** Lists the texts of the current announcements. */
	readonly listAnnouncements: () => Promise<readonly string[]>;
	readonly webFolder: string;
}

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

const FIELD_OF_CODE: Readonly<Record<string, string>> = {
	"email-taken": "email",
	"password-too-short": "password",
	"password-too-common": "password",
};

const getUid = (request: FastifyRequest): string => String((request.params as { uid?: string }).uid ?? "");
const getBasePath = (request: FastifyRequest): string =>
	`${MOUNT_PATH}/interaction/${encodeURIComponent(getUid(request))}`;

/** Lists the problems of a refused form. Throws any other error again. */
export function getProblems(error: unknown, request: FastifyRequest): Problem[] {
	if (error instanceof z.ZodError)
		return error.issues.map(({ path, message }) => ({ field: String(path[0] ?? "email"), message }));
	if (error instanceof Refusal)
		return error.reasons.map(({ code, data }) => ({
			field: FIELD_OF_CODE[code] ?? "email",
			message: formatErrorMessage(getPageLanguage(request), code, data),
		}));
	throw error;
}

function createFormHandlers(getProvider: () => Promise<Provider>, services: SignInPageServices) {
	const { refusedForms } = services;
	/** Finds the sign-in in progress. If it is not the browser's, replies with an error page and returns null. */
	const findSignIn = async (request: FastifyRequest, reply: FastifyReply) => {
		const provider = await getProvider();
		const interaction = await provider.interactionDetails(request.raw, reply.raw).catch((error: unknown) => {
			if (!(error instanceof errors.SessionNotFound)) throw error;
			return null;
		});
		if (interaction?.uid === getUid(request)) return interaction;
		sendErrorPage(request, reply, { status: 400, text: SIGN_IN_TEXTS[getPageLanguage(request)].expired });
		return null;
	};

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
			if (!(await findSignIn(request, reply))) return reply;
			const values = (request.body ?? {}) as FormValues;
			try {
				const form = getSchema(getPageLanguage(request)).parse(values);
				return await finish(request, reply, await authenticate(form, request, reply));
			} catch (error) {
				await refusedForms.save(getUid(request), name, { values, problems: getProblems(error, request) });
				return reply.redirect(getBasePath(request) + (name === "sign-up" ? "/sign-up" : ""), 303);
			}
		};
	const createPageHandler =
		(renderPage: RenderFormPage, name: FormName) => async (request: FastifyRequest, reply: FastifyReply) => {
			const signIn = await findSignIn(request, reply);
			if (!signIn) return reply;
			const { league: code, screen } = signIn.params;
			const refused = await refusedForms.find(getUid(request), name);
			// The address of the first page is also the path of the sign-in's cookie, so both pages share it.
			const isFirst = name === "sign-in" && !refused && !Object.hasOwn(request.query as object, "sign-in");
			if (screen === "sign-up" && isFirst) return reply.redirect(`${getBasePath(request)}/sign-up`, 303);
			const league = typeof code === "string" ? await services.findLeagueName(code, request) : null;
			const form = renderPage(getPageLanguage(request), getBasePath(request), {
				league,
				values: refused?.values ?? {},
				problems: refused?.problems ?? [],
			});
			const page = addAnnouncements(form, await services.listAnnouncements());
			if (name === "sign-up") return sendHtml(reply, 200, page);
			const options = await services.passkeys.start(getUid(request));
			return sendHtml(reply, 200, addPasskeyForm(page, getPageLanguage(request), getBasePath(request), options));
		};
	return { createPageHandler, createSubmitHandler };
}

/** Registers the styles and scripts of the pages. */
function registerAssets(pages: FastifyInstance, webFolder: string): void {
	const serve = (type: string, body: string) => (_: FastifyRequest, reply: FastifyReply) =>
		reply.type(type).header("cache-control", "public, max-age=3600").send(body);
	pages.get(`${MOUNT_PATH}/pages.css`, serve("text/css; charset=utf-8", buildFontFaces(webFolder) + PAGES_CSS));
	pages.get(`${MOUNT_PATH}/submit-now.js`, serve("text/javascript; charset=utf-8", SUBMIT_NOW_JS));
	pages.get(`${MOUNT_PATH}/passkey.js`, serve("text/javascript; charset=utf-8", PASSKEY_JS));
}

/** Registers the pages on which users sign in and up. */
export async function registerSignInPages(
	app: FastifyInstance,
	getProvider: () => Promise<Provider>,
	services: SignInPageServices,
): Promise<void> {
	const { createPageHandler, createSubmitHandler } = createFormHandlers(getProvider, services);
	await app.register(async (pages) => {
		acceptUrlEncodedForms(pages);
		const base = `${MOUNT_PATH}/interaction/:uid`;
		const config = { sendRefusal: sendRefusalPage };
		const formOptions = { config: { ...config, rateLimit: { max: 60, timeWindow: 60_000 } } };
		pages.get(base, { config }, createPageHandler(renderSignInPage, "sign-in"));
		pages.get(`${base}/sign-up`, { config }, createPageHandler(renderSignUpPage, "sign-up"));
		pages.post(
			`${base}/sign-in`,
			formOptions,
			createSubmitHandler("sign-in", (language) => buildForms(language).signIn, services.signIn),
		);
		pages.post(
			`${base}/sign-up`,
			formOptions,
			createSubmitHandler(
				"sign-up",
				(language) => buildForms(language).signUp,
				async (form, request) => ({
					userId: await services.signUp(form, getPageLanguage(request), request),
					// Nobody can have changed the password of a new account.
					requireUnchanged: async () => undefined,
				}),
			),
		);
		pages.post(
			`${base}/passkey`,
			formOptions,
			createSubmitHandler(
				"sign-in",
				() => passkeyForm,
				({ credential }, request) => services.passkeys.finish(getUid(request), credential, request),
			),
		);
		registerAssets(pages, services.webFolder);
	});
}
