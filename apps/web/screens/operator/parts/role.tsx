import { isRoleAllowed, type OperatorRole } from "@first-bounce/contract/operator-role";
import { type ComponentProps, createContext, type ReactNode, use } from "react";
import { Button } from "../../../components/button/button.tsx";

export const RoleContext = createContext<OperatorRole>("owner");

interface OperatorCall {
	readonly role?: OperatorRole;
}

/** Gets a function that tells whether the operator's role may make a call. */
export function useIsAllowed(): ({ role }: OperatorCall) => boolean {
	const own = use(RoleContext);
	return ({ role }) => role !== undefined && isRoleAllowed(own, role);
}

interface AllowedProps {
	readonly call: OperatorCall;
	readonly children: ReactNode;
}

/** Shows its content only to operators whose role may make the call. */
export const Allowed = ({ call, children }: AllowedProps) => (useIsAllowed()(call) ? children : null);

/** A button that leads to a call, for operators whose role may make it. */
export const ActionButton = ({ call, ...button }: ComponentProps<typeof Button> & Pick<AllowedProps, "call">) => (
	<Allowed call={call}>
		<Button {...button} />
	</Allowed>
);
