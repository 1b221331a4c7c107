import { exportOwnData } from "@first-bounce/contract/calls";
import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { Button } from "../../components/button/button.tsx";
import { FormActions, FormCard } from "../../components/form-card/form-card.tsx";
import { useFormTask } from "../../components/form-card/use-form-task.ts";
import { useAccount } from "./use-account.ts";

function saveAs(name: string, text: string): void {
	const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
	const link = document.createElement("a");
	link.href = address;
	link.download = name;
	link.click();
	URL.revokeObjectURL(address);
}

/** Everything kept about her, as one file to take away. */
export const OwnDataPart = () => {
	const { t } = useTranslation();
	const account = useAccount();
	const task = useFormTask(account.fail);
	const download = async () => {
		const data = await client(exportOwnData, {});
		saveAs(`first-bounce-${data.exportedAt.slice(0, 10)}.json`, JSON.stringify(data, null, "\t"));
	};
	return (
		<FormCard title={t("account.data")} text={t("account.dataText")}>
			<FormActions>
				<Button isPending={task.isRunning} onPress={() => task.run(download)}>
					{t("account.download")}
				</Button>
			</FormActions>
		</FormCard>
	);
};
