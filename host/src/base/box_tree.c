#include "base/box_tree.h"

#include <assert.h>

enum { leafSize = 4 };

static double middleOf(const gelBox* box, int axis)
{
    return 0.5 * (box->lower[axis] + box->upper[axis]);
}

// Splits the items of a node at the middle of their centres, along the axis of largest extent; returns how
// many come first. If that separates nothing, or has happened too often, they are halved by number.
static int part(const gelBoxTree* tree, int first, int count, int depth)
{
    gelBox centres = gelEmptyBox();
    for (int i = first; i < first + count; i++) {
        const gelBox* box = &tree->boxes[tree->order[i]];
        double centre[3] = {middleOf(box, 0), middleOf(box, 1), middleOf(box, 2)};
        gelBox_Widen(&centres, centre, centre);
    }
    int axis = 0;
    for (int k = 1; k < 3; k++)
        if (centres.upper[k] - centres.lower[k] > centres.upper[axis] - centres.lower[axis])
            axis = k;
    double middle = middleOf(&centres, axis);
    int left = 0;
    for (int i = 0; i < count && depth < gel_deepestBox / 2; i++) {
        int item = tree->order[first + i];
        if (middleOf(&tree->boxes[item], axis) > middle)
            continue;
        tree->order[first + i] = tree->order[first + left];
        tree->order[first + left++] = item;
    }
    return left == 0 || left == count ? count / 2 : left;
}

static int addNode(gelBoxTree* tree, int first, int count, int depth)
{
    int index = tree->nodeCount++;
    gelBoxNode* node = &tree->nodes[index];
    *node = (gelBoxNode){.box = gelEmptyBox(), .first = first, .count = count};
    for (int i = first; i < first + count; i++) {
        const gelBox* box = &tree->boxes[tree->order[i]];
        gelBox_Widen(&node->box, box->lower, box->upper);
    }
    if (count > leafSize) {
        int left = part(tree, first, count, depth);
        addNode(tree, first, left, depth + 1);
        node->right = addNode(tree, first + left, count - left, depth + 1);
    }
    return index;
}

gelStatus gelCreateBoxTree(gelBox* boxes, int count, gelBoxTree* tree)
{
    assert(boxes != NULL && count > 0 && tree != NULL);
    *tree = (gelBoxTree){.itemCount = count,
                         .boxes = boxes,
                         .order = gelAllocate((size_t)count, sizeof *tree->order),
                         .nodes = gelAllocate(2 * (size_t)count, sizeof *tree->nodes)};
    if (tree->order == NULL || tree->nodes == NULL) {
        gelDestroyBoxTree(tree);
        return gelFailMemory((size_t)count, sizeof *tree->order + 2 * sizeof *tree->nodes);
    }
    for (int i = 0; i < count; i++)
        tree->order[i] = i;
    addNode(tree, 0, count, 0);
    return gel_success;
}

void gelDestroyBoxTree(gelBoxTree* tree)
{
    gelFree(tree->boxes);
    gelFree(tree->order);
    gelFree(tree->nodes);
    *tree = (gelBoxTree){0};
}
