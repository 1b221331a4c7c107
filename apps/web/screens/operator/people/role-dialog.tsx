import type { SuccessOf } from "@first-bounce/contract/call";
import { setOperatorRole, type showUserAccount } from "@first-bounce/contract/operator/people";
import { OPERATOR_ROLES } from "@first-bounce/contract/operator-role";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { Notice } from "../../../components/states/states.tsx";
import dialogStyles from "../parts/action-dialog.module.css";
import { ActionDialog } from "../parts/action-dialog.tsx";

interface Props {
	readonly user: SuccessOf<typeof showUserAccount>["user"];
	readonly onClose: () => void;
}

const CHOICES = [...OPERATOR_ROLES, "none"] as const;

/** Makes an account an operator's, changes the role or ends it. Shows a new operator's set-up code once. */
export const RoleDialog = ({ user, onClose }: Props) => {
	const { t } = useTranslation("operator");
	const { id, name, emailVerifiedAt } = user;
	const before = user.operatorRole ?? "none";
	const [role, setRole] = useState<(typeof CHOICES)[number]>(before);
	const [setupCode, setSetupCode] = useState<string | null>(null);
	const staysOpen = useRef(false);
	if (setupCode)
		return (
			<Dialog title={t("role.setupTitle")} isOpen onClose={onClose}>
				<div className={dialogStyles.body}>
					<p>{t("role.setupText", { name })}</p>
					<p className={dialogStyles.fromTo}>{setupCode}</p>
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
