import { renameTeam } from "@first-bounce/contract/accounts/account";
import type { User } from "@first-bounce/contract/accounts/user";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../api/use-call.ts";
import { useTeamNameCheck } from "../../api/use-team-name-check.ts";
import { Button } from "../../components/button/button.tsx";
import { focusField } from "../../components/fields/error-summary.tsx";
import { TeamNameField } from "../../components/fields/team-name-field.tsx";
import { FormActions, FormCard } from "../../components/form-card/form-card.tsx";
import { showToast } from "../../components/toast/toasts.tsx";
import { getErrorMessage } from "../../i18n/error-message.ts";
import { useSetUser } from "./use-set-user.ts";

/** Renames the team. The name is checked on blur. */
export const TeamNameSection = ({ user }: { readonly user: User }) => {
	const { t } = useTranslation();
	const setUser = useSetUser();
	const names = useTeamNameCheck("signed-in");
	const [teamName, setTeamName] = useState(user.fantasyTeamName ?? "");
	const { status } = names;
	const isUnchanged = teamName.trim() === user.fantasyTeamName;
	const rename = useCallMutation(renameTeam, {
		onSuccess: ({ user: changed }) => {
			setUser(changed);
			names.reset();
			showToast({ tone: "good", text: t("account.renamed") });
		},
	});
	const save = async () => {
		const result = await names.check(teamName);
		if (result.state !== "success") return focusField("fantasyTeamName");
		if (!rename.isPending) rename.mutate({ body: { teamName: teamName.trim() } });
	};
	return (
		<FormCard title={t("account.team")} onSubmit={() => void save()}>
			<TeamNameField
				value={teamName}
				onChange={(name) => {
					setTeamName(name);
					names.reset();
				}}
				onBlur={() => {
					if (!isUnchanged) void names.check(teamName);
				}}
				state={isUnchanged ? "idle" : status.state}
				error={status.state === "error" ? getErrorMessage(status.error, t) : undefined}
			/>
			<FormActions>
				<Button type="submit" isPending={rename.isPending} isDisabled={isUnchanged || teamName.trim() === ""}>
					{t("account.rename")}
				</Button>
			</FormActions>
		</FormCard>
	);
};
