import { showSignInOptions } from "@first-bounce/contract/accounts/auth";
import { client } from "../../api/client.ts";
import { site } from "../site.ts";
import { loadInvitation } from "./pending-invitation.ts";
import { createPkceRequest } from "./pkce.ts";
import { savePkceRequest } from "./pkce-request.ts";
import { buildAuthorizeUrl, type FirstPage } from "./provider-urls.ts";

/** Calls `onReturn` when the visitor comes back from another page and the browser shows this one as it was left. */
function watchReturn(onReturn: () => void): void {
	const onShow = ({ persisted }: PageTransitionEvent) => {
		if (!persisted) return;
		removeEventListener("pageshow", onShow);
		onReturn();
	};
	addEventListener("pageshow", onShow);
}

/**
 * Redirects to an identity provider, by default the first, and tells the built-in one which league the visitor joins. Calls
 * `onReturn` if she comes back by the browser's Back button. Returns false if the browser blocks storage, which signing in needs.
 */
export async function startSignIn(
	provider: string | null,
	screen: FirstPage["screen"],
	onReturn: () => void,
): Promise<boolean> {
	const options = await client(showSignInOptions, provider === null ? {} : { query: { provider } });
	const request = createPkceRequest();
	if (!savePkceRequest(request, provider)) return false;
	const league = loadInvitation()?.code;
	const firstPage = { ...(screen ? { screen } : {}), ...(league ? { league } : {}) };
	watchReturn(onReturn);
	location.assign(buildAuthorizeUrl(options, request, site.hasExternalProvider ? {} : firstPage));
	return true;
}
