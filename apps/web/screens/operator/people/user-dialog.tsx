import type { SuccessOf } from "@first-bounce/contract/call";
import {
	liftSuspension,
	mailPasswordReset,
	setOperatorRole,
	setUserActive,
	showUserAccount,
	signUserOut,
	suspendUser,
} from "@first-bounce/contract/operator/people";
import { OPERATOR_ROLES } from "@first-bounce/contract/operator-role";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { useCall } from "../../../api/use-call.ts";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { Notice } from "../../../components/states/states.tsx";
import styles from "../parts/action-dialog.module.css";
import { ActionDialog } from "../parts/action-dialog.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { QueryDialog } from "../parts/query-content.tsx";
import { ActionButton } from "../parts/role.tsx";
import { SuspendDialog, SuspensionEnd } from "./suspend-dialog.tsx";

type Account = SuccessOf<typeof showUserAccount>["user"];

interface RoleProps {
	readonly user: Account;
	readonly onClose: () => void;
}

const CHOICES = [...OPERATOR_ROLES, "none"] as const;

/** Makes an account an operator's, changes the role or ends it. Shows a new operator's set-up code once. */
const RoleDialog = ({ user, onClose }: RoleProps) => {
	const { t } = useTranslation("operator");
	const { id, name, emailVerifiedAt } = user;
	const before = user.operatorRole ?? "none";
	const [role, setRole] = useState<(typeof CHOICES)[number]>(before);
	const [setupCode, setSetupCode] = useState<string | null>(null);
	const staysOpen = useRef(false);
	if (setupCode)
		return (
			<Dialog title={t("role.setupTitle")} isOpen onClose={onClose}>
				<div className={styles.body}>
					<p>{t("role.setupText", { name })}</p>
					<p className={styles.fromTo}>{setupCode}</p>
				</div>
			</Dialog>
		);
	return (
		<ActionDialog
			title={t("role.title", { name })}
			effect={
				<>
					<p>{t(`role.effect.${role}`)}</p>
					{before !== "none" && role !== "none" && role !== before ? <p>{t("role.again")}</p> : null}
				</>
			}
			confirm={t("role.save")}
			done={t("role.done", { name })}
			isIncomplete={role === before}
			onClose={() => {
				if (!staysOpen.current) onClose();
			}}
			onConfirm={async (reason) => {
				const body = { reason, role: role === "none" ? null : role };
				const answer = await client(setOperatorRole, { params: { id }, body });
				staysOpen.current = answer.setupCode !== null;
				setSetupCode(answer.setupCode);
			}}
		>
			<SelectChip
				label={t("role.label")}
				value={role}
				choices={CHOICES.map((value) => ({ value, label: t(`role.${value}`) }))}
				onChange={setRole}
			/>
			{before === "none" && !emailVerifiedAt ? <Notice tone="warn">{t("role.notVerified")}</Notice> : null}
		</ActionDialog>
	);
};

type Action = "deactivate" | "activate" | "signOut" | "resetPassword" | "liftSuspension";

const buildAction = (action: Action, id: number) => (reason: string) => {
	const params = { id };
	if (action === "liftSuspension") return client(liftSuspension, { params, body: { reason } });
	if (action === "signOut") return client(signUserOut, { params, body: { reason } });
	if (action === "resetPassword") return client(mailPasswordReset, { params, body: { reason } });
	return client(setUserActive, { params, body: { reason, active: action === "activate" } });
};

type DialogAction = Action | "suspend" | "role";
const AccountFacts = ({ user }: { readonly user: Account }) => {
	const { t } = useTranslation("operator");
	return (
		<dl className={styles.facts}>
			<dt>{t("users.email")}</dt>
			<dd>
				{user.email} {user.emailVerifiedAt ? `(${t("users.verified")})` : `(${t("users.notVerified")})`}
			</dd>
			{user.operatorRole ? (
				<>
					<dt>{t("users.role")}</dt>
					<dd>{t(`role.${user.operatorRole}`)}</dd>
				</>
			) : null}
			<dt>{t("users.team")}</dt>
			<dd>{user.teamName ?? "–"}</dd>
			<dt>{t("users.signsIn")}</dt>
			<dd>{[...(user.hasPassword ? [t("users.password")] : []), ...user.issuers].join(", ") || "–"}</dd>
			<dt>{t("users.sessions")}</dt>
			<dd>{user.openSessions}</dd>
			<dt>{t("users.passkeys")}</dt>
			<dd>{user.passkeys ?? 0}</dd>
			<dt>{t("users.accessTokens")}</dt>
			<dd>{user.accessTokens ?? 0}</dd>
			<dt>{t("users.lastSeen")}</dt>
			<dd>
				<DateTime at={user.lastSeenAt} />
			</dd>
			{user.suspension ? (
				<>
					<dt>{t("users.suspension")}</dt>
					<dd>
						<SuspensionEnd until={user.suspension.until} />
					</dd>
					<dt>{t("reason")}</dt>
					<dd className={styles.quote}>{user.suspension.reason}</dd>
				</>
			) : null}
		</dl>
	);
};

const CALLS = {
	deactivate: setUserActive,
	activate: setUserActive,
	signOut: signUserOut,
	resetPassword: mailPasswordReset,
	liftSuspension,
	suspend: suspendUser,
	role: setOperatorRole,
} as const;

function listActions({ hasPassword, isActive, isDemo, suspension }: Account): readonly DialogAction[] {
	const activation = isActive ? "deactivate" : "activate";
	return [
		"signOut",
		...(hasPassword && !isDemo && !suspension ? (["resetPassword"] as const) : []),
		suspension ? "liftSuspension" : activation,
		...(isDemo ? [] : (["suspend", "role"] as const)),
	];
}

export const UserDialog = ({ id, onClose }: { readonly id: number; readonly onClose: () => void }) => {
	const { t } = useTranslation("operator");
	const result = useCall(showUserAccount, { params: { id } });
	const [action, setAction] = useState<DialogAction | null>(null);
	const name = result.data?.user.name ?? "";
	const isSuspended = (result.data?.user.suspension ?? null) !== null;
	if (action === "suspend") return <SuspendDialog id={id} name={name} isChange={isSuspended} onClose={onClose} />;
	if (action === "role" && result.data) return <RoleDialog user={result.data.user} onClose={onClose} />;
	if (action && action !== "role")
		return (
			<ActionDialog
				title={name}
				effect={t(`users.effect.${action}`)}
				confirm={t(`users.do.${action}`)}
				done={t("users.done", { name })}
				onClose={onClose}
				onConfirm={buildAction(action, id)}
			/>
		);
	return (
		<QueryDialog title={name || t("section.users")} query={result} onClose={onClose}>
			{({ user }) => (
				<>
					<AccountFacts user={user} />
					<div className={styles.buttons}>
						{listActions(user).map((value) => (
							<ActionButton key={value} call={CALLS[value]} onPress={() => setAction(value)}>
								{t(`users.do.${value === "suspend" && isSuspended ? "changeSuspension" : value}`)}
							</ActionButton>
						))}
					</div>
				</>
			)}
		</QueryDialog>
	);
};
