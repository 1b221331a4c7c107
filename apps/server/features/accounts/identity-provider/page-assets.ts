/** Styles of the provider's pages, light and dark. */
export const PAGES_CSS = `
:root { color-scheme: light dark; --ink: #10162b; --quiet: #4a5269; --paper: #f4f2ec; --card: #fff; --line: #c9c5b8;
	--grass: #2b8a57; --mown: #267f50; --chalk: rgb(255 255 255 / 75%); --act: #c93a1d; --act-ink: #fff; --problem: #b3262a; --focus: #2463eb; }
@media (prefers-color-scheme: dark) { :root { --ink: #eef0f7; --quiet: #b4bbcf; --paper: #0a0e1c; --card: #151b30;
	--line: #3a4468; --grass: #1c5f40; --mown: #195639; --chalk: rgb(255 255 255 / 35%);
	--act: #ff5a3c; --act-ink: #10162b; --problem: #ff8a8d; --focus: #8fb1ff; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100dvh; padding: 24px 16px 48px; background: var(--paper); color: var(--ink);
	font: 400 1rem/1.5 Inter, system-ui, sans-serif; }
body::before { content: ""; position: fixed; z-index: -1; inset: 62vh -12vw -30vh; border: 3px solid var(--chalk);
	border-radius: 50% 50% 0 0 / 70% 70% 0 0; outline: 14px solid var(--mown);
	background: repeating-linear-gradient(90deg, var(--grass) 0 7vw, var(--mown) 7vw 14vw); }
.announcement { max-width: 420px; margin: 0 auto 12px; padding: 12px 16px; border: 1px solid var(--line);
	border-radius: 12px; background: var(--card); }
.brand { display: flex; align-items: center; justify-content: center; gap: 10px; margin: 16px auto 24px;
	width: fit-content; color: inherit; text-decoration: none;
	font: 700 1.75rem/1 "Barlow Condensed", "Arial Narrow", sans-serif; letter-spacing: .02em; }
.mark { width: 40px; height: 40px; fill: var(--act); stroke: var(--paper); stroke-width: 2; rotate: -24deg; }
main { max-width: 416px; margin: 0 auto; padding: 28px 28px 32px; background: var(--card); border-radius: 22px;
	box-shadow: 0 12px 40px rgb(16 22 43 / 10%); }
h1 { margin: 0 0 20px; text-wrap: balance;
	font: 700 2.5rem/1 "Barlow Condensed", "Arial Narrow", sans-serif; }
h2 { margin: 0; font-size: 1rem; }
.field { margin: 0 0 18px; }
label { display: block; font-weight: 600; }
.hint { margin: 2px 0 0; color: var(--quiet); font-size: .875rem; }
.problem { margin: 2px 0 0; color: var(--problem); font-size: .875rem; font-weight: 600; }
input:not([type=hidden]) { display: block; width: 100%; min-height: 48px; margin-top: 6px; padding: 10px 14px; font: inherit;
	color: inherit; background: transparent; border: 1.5px solid var(--line); border-radius: 12px; }
input[aria-invalid] { border-color: var(--problem); }
button { display: block; width: 100%; min-height: 52px; margin-top: 24px; border: 0; border-radius: 14px; cursor: pointer;
	background: var(--act); color: var(--act-ink); font: 700 1.25rem/1 "Barlow Condensed", "Arial Narrow", sans-serif;
	letter-spacing: .02em; }
.second { margin-top: 12px; background: transparent; color: inherit; border: 1.5px solid var(--line); }
button:hover { filter: brightness(1.06); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.summary { margin: 0 0 20px; padding: 14px 16px; border-radius: 14px; border: 2px solid var(--problem); }
.summary ul { margin: 6px 0 0; padding-left: 20px; }
.summary a { color: var(--problem); }
.other { margin: 20px 0 0; text-align: center; color: var(--quiet); }
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
