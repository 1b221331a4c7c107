import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { paths } from "../../paths.ts";
import { saveInvitationFromUrl } from "../../session/pending-invitation.ts";

/** Links to the login and saves the invitation of the current page. */
export const LoginLink = ({
	className,
	children,
}: {
	readonly className?: string | undefined;
	readonly children: ReactNode;
}) => {
	const location = useLocation();
	return (
		<Link to={paths.home.to()} className={className} onClick={() => saveInvitationFromUrl(location)}>
			{children}
		</Link>
	);
};

/** Whether this is the page that the identity provider redirects to. */
export const useIsSigningIn = (): boolean => useLocation().pathname === paths.loginCallback.pattern;
