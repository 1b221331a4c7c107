/** Styles of the provider's pages, light and dark: header, card and buttons look as in the web (`apps/web/styles/tokens.css`). */
export const PAGES_CSS = `
:root { color-scheme: light dark; --ink: #10162b; --ink-2: #4a5269; --paper: #f4f2ec; --card: #fff; --line: #9aa1b5;
	--hairline: #e3e0d6; --navy: #10162b; --coral: #f04e2e; --coral-deep: #d6391a; --problem: #b3262a; --focus: #2463eb;
	--grass: #2b8a57; --mown: #267f50; --chalk: rgb(255 255 255 / 75%); }
@media (prefers-color-scheme: dark) { :root { --ink: #eef0f7; --ink-2: #b4bbcf; --paper: #0a0e1c; --card: #151b30;
	--line: #5d678a; --hairline: #252c45; --problem: #ff8a8d; --focus: #8fb1ff;
	--grass: #1c5f40; --mown: #195639; --chalk: rgb(255 255 255 / 35%); } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100dvh; background: var(--paper); color: var(--ink);
	font: 400 1rem/1.5 Inter, system-ui, sans-serif; }
/* The far end of a ground. */
body::before { content: ""; position: fixed; z-index: -1; inset: 62vh -12vw -30vh; border: 3px solid var(--chalk);
	border-radius: 50% 50% 0 0 / 70% 70% 0 0; outline: 14px solid var(--mown);
	background: repeating-linear-gradient(90deg, var(--grass) 0 7vw, var(--mown) 7vw 14vw); }
header { display: flex; align-items: center; min-height: 60px; padding: 0 12px; background: var(--navy); }
.brand { display: flex; flex-wrap: wrap; align-items: center; gap: 10px; color: #fff; text-decoration: none;
	font: 700 min(1.75rem, 8vw)/1 "Barlow Condensed", "Arial Narrow", sans-serif; letter-spacing: .01em; text-transform: uppercase; }
header :focus-visible { outline-color: #fff; }
.mark { width: 28px; height: 34px; }
.announcement { max-width: 440px; margin: 16px auto 0; padding: 12px 16px; border-radius: 14px; background: var(--card);
	box-shadow: inset 0 0 0 1px var(--hairline); }
main { max-width: 440px; margin: clamp(16px, 5vh, 48px) auto 32px; padding: 24px; background: var(--card); border-radius: 22px;
	box-shadow: 0 8px 24px rgb(16 22 43 / 8%); overflow-wrap: anywhere; }
@media (max-width: 472px) { main, .announcement { margin-inline: 10px; } main { padding: 18px 20px 22px; } }
h1 { margin: 0 0 16px; text-wrap: balance; text-transform: uppercase;
	font: 700 2.25rem/1 "Barlow Condensed", "Arial Narrow", sans-serif; }
h2 { margin: 0; font-size: 1rem; }
.league { margin: 0 0 18px; padding: 10px 14px; border-radius: 14px; background: var(--navy); color: #fff; }
.league span { display: block; color: #c3c9dc; font-size: .875rem; }
.league b { font: 700 1.5rem/1.1 "Barlow Condensed", "Arial Narrow", sans-serif; }
.fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(9rem, 100%), 1fr)); gap: 14px; }
.field { min-width: 0; }
.field:has([type=email], [type=password]) { grid-column: 1 / -1; }
label { display: block; font-weight: 600; }
.hint { margin: 2px 0 0; color: var(--ink-2); font-size: .875rem; }
.problem { margin: 2px 0 0; color: var(--problem); font-size: .875rem; font-weight: 600; }
input:not([type=hidden]) { display: block; width: 100%; min-height: 48px; margin-top: 4px; padding: 8px 14px; font: inherit;
	color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 10px; }
input[aria-invalid] { border-color: var(--problem); }
button { display: block; width: 100%; min-height: 48px; margin-top: 20px; padding: 6px 18px; border: 0; border-radius: 999px;
	cursor: pointer; background: var(--coral); color: #fff; box-shadow: 0 4px 14px rgb(240 78 46 / 35%);
	font: 700 1.1875rem/1.1 "Barlow Condensed", "Arial Narrow", sans-serif; letter-spacing: .015em; }
button:hover { background: var(--coral-deep); }
.second { margin-top: 12px; background: transparent; color: inherit; box-shadow: inset 0 0 0 1px var(--line); font-weight: 600; }
.second:hover { background: color-mix(in srgb, var(--ink) 8%, transparent); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.summary { margin: 0 0 18px; padding: 12px 16px; border-radius: 14px; border: 2px solid var(--problem); }
.summary ul { margin: 6px 0 0; padding-left: 20px; }
.summary a { color: var(--problem); }
.other { margin: 16px 0 0; text-align: center; color: var(--ink-2); }
.other a { color: inherit; font-weight: 600; }
`.trim();

/** Signs in with a passkey, by the button or by a suggestion of the browser in the email field. */
export const PASSKEY_JS = `
const form = document.getElementById("passkey");
const parse = window.PublicKeyCredential?.parseRequestOptionsFromJSON?.bind(PublicKeyCredential);
if (form && parse) {
	form.hidden = false;
	const suggestionAbort = new AbortController();
	const signIn = async (options) => {
		const publicKey = parse(JSON.parse(form.dataset.options));
		const credential = await navigator.credentials.get({ publicKey, ...options });
		form.elements.credential.value = JSON.stringify(credential);
		form.submit();
	};
	form.addEventListener("submit", (event) => {
		event.preventDefault();
		suggestionAbort.abort();
		form.querySelector("[role=status]").textContent = "";
		signIn({}).catch(() => { form.querySelector("[role=status]").textContent = form.dataset.failed; });
	});
	PublicKeyCredential.isConditionalMediationAvailable?.().then((isAvailable) => {
		if (isAvailable) signIn({ mediation: "conditional", signal: suggestionAbort.signal }).catch(() => undefined);
	});
}
`.trim();

/** Submits the sign-out page at once. If scripts are off, the user presses its button. */
export const SUBMIT_NOW_JS = `document.querySelector("[data-submit-now]")?.click();`;
