import { TEAM_NAME_LENGTH } from "@first-bounce/contract/constants";
import { useTranslation } from "react-i18next";
import { Icon } from "../icon/icon.tsx";
import { TextField } from "./text-field.tsx";

interface Props {
	readonly value: string;
	readonly onChange: (value: string) => void;
	/** Checks the name's availability. */
	readonly onBlur: () => void;
	readonly state: "idle" | "pending" | "success" | "error";
	readonly error?: string | undefined;
}

/** The team name, with its availability on the server. */
export const TeamNameField = ({ value, onChange, onBlur, state, error }: Props) => {
	const { t } = useTranslation();
	const status =
		state === "success" ? (
			<>
				<Icon name="check" size={14} />
				{t("teamName.free")}
			</>
		) : state === "pending" ? (
			t("teamName.checking")
		) : (
			""
		);
	return (
		<TextField
			name="fantasyTeamName"
			label={t("teamName.label")}
			hint={t("teamName.hint")}
			value={value}
			onChange={onChange}
			onBlur={onBlur}
			maxLength={TEAM_NAME_LENGTH.most}
			error={error}
			status={status}
		/>
	);
};
