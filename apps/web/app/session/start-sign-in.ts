import { showSignInOptions } from "@first-bounce/contract/accounts/auth";
import { client } from "../../api/client.ts";
import { site } from "../site.ts";
import { loadInvitation } from "./pending-invitation.ts";
import { createPkceRequest } from "./pkce.ts";
import { savePkceRequest } from "./pkce-request.ts";
import { buildAuthorizeUrl, type FirstPage } from "./provider-urls.ts";

/**
 * Redirects to an identity provider, by default the first, and tells the built-in one which league the visitor joins. Returns
 * false if the browser blocks storage, which signing in needs.
 */
export async function startSignIn(provider: string | null, screen: FirstPage["screen"]): Promise<boolean> {
	const options = await client(showSignInOptions, provider === null ? {} : { query: { provider } });
	const request = createPkceRequest();
	if (!savePkceRequest(request, provider)) return false;
	const league = loadInvitation()?.code;
	const firstPage = { ...(screen ? { screen } : {}), ...(league ? { league } : {}) };
	location.assign(buildAuthorizeUrl(options, request, site.hasExternalProvider ? {} : firstPage));
	return true;
}
