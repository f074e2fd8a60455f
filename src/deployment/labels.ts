/** How our containers are known again, whatever the recipe says today. */
export const LABEL = {
  cluster: 'sparkwright.cluster',
  unit: 'sparkwright.unit',
  recipe: 'sparkwright.recipe',
  spec: 'sparkwright.spec',
} as const;
