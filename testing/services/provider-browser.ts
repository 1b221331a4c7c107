import { createHash, randomBytes } from "node:crypto";
import { aflIdLogin, aflIdRegister, showSignInOptions } from "@first-bounce/contract/accounts/auth";
import { buildRegistrationForm, TEST_URL, type TestApp } from "../server/test-app.ts";

export const CALLBACK = `${TEST_URL}/login/callback`;
export const PROVIDER_PASSWORD = "velvet drumkit lantern";

/**
 * Creates a minimal browser for the built-in provider: it stores cookies, follows redirects within the site and posts
 * forms.
 */
export function createProviderBrowser(
	{ app }: Pick<TestApp, "app">,
	initialCookies: Readonly<Record<string, string>> = {},
	remoteAddress = "127.0.0.1",
) {
	const cookies = new Map<string, string>(Object.entries(initialCookies));
	const send = async (method: "GET" | "POST", address: string, form?: Record<string, string>) => {
		const url = new URL(address, TEST_URL);
		const answer = await app.inject({
			method,
			remoteAddress,
			url: url.pathname + url.search,
			headers: {
				host: url.host,
				cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
				...(form ? { "content-type": "application/x-www-form-urlencoded", origin: TEST_URL } : {}),
			},
			...(form ? { payload: new URLSearchParams(form).toString() } : {}),
		});
		for (const { name, value } of answer.cookies) cookies.set(name, value);
		return answer;
	};
	const follow = async (method: "GET" | "POST", address: string, form?: Record<string, string>) => {
		let answer = await send(method, address, form);
		let currentAddress = address;
		while (answer.headers.location) {
			currentAddress = new URL(answer.headers.location, new URL(currentAddress, TEST_URL)).href;
			if (currentAddress.startsWith(CALLBACK)) break;
			answer = await send("GET", currentAddress);
		}
		return { answer, url: new URL(currentAddress, TEST_URL) };
	};
	return { send, follow };
}
export type ProviderBrowser = ReturnType<typeof createProviderBrowser>;

export function createPkceRequest() {
	const codeVerifier = randomBytes(96).toString("base64url");
	const challenge = createHash("sha256").update(codeVerifier).digest("base64url");
	return { codeVerifier, challenge, state: randomBytes(16).toString("hex"), nonce: randomBytes(16).toString("hex") };
}
export type PkceRequest = ReturnType<typeof createPkceRequest>;

export async function buildAuthorizeUrl(
	app: TestApp,
	{ challenge, state, nonce }: PkceRequest,
	change = {},
): Promise<string> {
	const { authorizeUrl, clientId, scope } = await app.visitor(showSignInOptions, {});
	const query = {
		client_id: clientId,
		scope,
		response_type: "code",
		redirect_uri: CALLBACK,
		state,
		nonce,
		code_challenge: challenge,
		code_challenge_method: "S256",
		...change,
	};
	return `${authorizeUrl}?${new URLSearchParams(query)}`;
}

const isCallback = (url: URL): boolean => url.href.startsWith(CALLBACK);

const buildGrant = (url: URL, { codeVerifier, nonce }: PkceRequest) => ({
	code: url.searchParams.get("code") ?? "",
	codeVerifier,
	redirectUrl: CALLBACK,
	nonce,
});

/** Signs a new person up at the built-in provider and registers a team. */
export async function signUpAtProvider(app: TestApp, email: string, fantasyTeamName: string) {
	const pkce = createPkceRequest();
	const browser = createProviderBrowser(app);
	const { url } = await browser.follow("GET", await buildAuthorizeUrl(app, pkce));
	const person = { firstName: "Kit", lastName: "Bourke", email, password: PROVIDER_PASSWORD };
	const end = await browser.follow("POST", `${url.pathname}/sign-up`, person);
	const body = { ...buildGrant(end.url, pkce), ...buildRegistrationForm(fantasyTeamName) };
	const { user, sessionId, identityToken } = await app.visitor(aflIdRegister, { body });
	return { browser, user, sessionId, identityToken, client: app.as(sessionId) };
}

/** Signs in at the provider, with the password if the provider requests it, and does not exchange the code. */
export async function signInOnlyAtProvider(app: TestApp, browser: ProviderBrowser, email: string) {
	const pkce = createPkceRequest();
	let { url } = await browser.follow("GET", await buildAuthorizeUrl(app, pkce));
	const needsPassword = !isCallback(url);
	if (needsPassword)
		({ url } = await browser.follow("POST", `${url.pathname}/sign-in`, { email, password: PROVIDER_PASSWORD }));
	return { needsPassword, grant: buildGrant(url, pkce) };
}

/** Signs in at the provider and exchanges the code for a session. */
export async function signInAtProvider(app: TestApp, browser: ProviderBrowser, email: string) {
	const { needsPassword, grant } = await signInOnlyAtProvider(app, browser, email);
	const { sessionId, user } = await app.visitor(aflIdLogin, { body: grant });
	return { needsPassword, sessionId, user, client: app.as(sessionId) };
}

/** Whether the provider sends this browser back with a code without asking for a password. */
export async function isStillSignedInAtProvider(app: TestApp, browser: ProviderBrowser): Promise<boolean> {
	const { url } = await browser.follow("GET", await buildAuthorizeUrl(app, createPkceRequest()));
	return isCallback(url) && url.searchParams.has("code");
}

/** Gets a code that the provider issues to this browser without a password, and does not exchange it. */
export async function getCodeWithoutPassword(app: TestApp, browser: ProviderBrowser) {
	const pkce = createPkceRequest();
	const { url } = await browser.follow("GET", await buildAuthorizeUrl(app, pkce));
	return buildGrant(url, pkce);
}
