import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { paths } from "../../paths.ts";
import { saveInvitationFromUrl } from "../../session/pending-invitation.ts";

/** The way in for visitors; an invitation that stands open goes with her (C-15). */
export const LoginLink = ({
	className,
	children,
}: {
	readonly className?: string | undefined;
	readonly children: ReactNode;
}) => {
	const here = useLocation();
	return (
		<Link to={paths.home.to()} className={className} onClick={() => saveInvitationFromUrl(here)}>
			{children}
		</Link>
	);
};
