/** A plan as data that can be shown: what a dry run prints and what stands in the event stream. */
import type { StepPlan } from '../change/types.ts';
import type { PlannedStep } from '../event/types.ts';
import type { Message } from '../message/message.ts';
import { workText } from './work-text.ts';

export function plannedStep(
  step: string,
  title: Message,
  plan: StepPlan,
  redact: (text: string) => string = (text) => text,
): PlannedStep {
  return {
    step,
    title,
    ...(plan.later === undefined ? {} : { later: plan.later }),
    actions: plan.actions.map((action) => ({
      id: action.id,
      nodes: action.nodes,
      title: action.title,
      risk: action.risk,
      work: redact(workText(action.work)),
    })),
  };
}
