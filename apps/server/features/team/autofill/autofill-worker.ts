import { autofill } from "@first-bounce/rules/autofill/autofill";
import { serveTasks } from "../../jobs/serve-tasks.ts";

serveTasks(autofill);
